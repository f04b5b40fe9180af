import type { Page } from '@playwright/test';
import { editorScriptFor } from '#engine/hook/editor.ts';
import { expect, test } from './support/fixtures.ts';

const PORTAL = 'http://localhost:8787';
const WORKSPACE = 'http://ada.localhost:8787';

/** n8n's pages, reduced to what the script touches. */
const n8nPage = (script: string) => `<!doctype html><html><head><script>${script}</script></head><body>
  <div data-test-id="banner-stack" style="height: 48px">14 days left</div>
  <button data-test-id="settings-users-invite-button">Invite</button>
  <form data-test-id="personal-data-form"><input aria-label="Email"></form>
  <div data-test-id="user-role-dropdown"><button>Admin</button></div>
  <div data-test-id="user-role-dropdown"><button>Member</button></div>
  <a href="/settings/sso">SSO</a> <a href="/settings/api">n8n API</a>
  <a href="https://localhost:8787/login?code=c&returnPath=/dashboard">Admin panel</a>
</body></html>`;

/** Serves a workspace and a portal of one page each. */
async function serve(page: Page, usage: { executions: number; limit: number }): Promise<void> {
  const html = n8nPage(editorScriptFor(PORTAL));
  await page.route(`${PORTAL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'The portal' }),
  );
  await page.route(`${WORKSPACE}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route(`${WORKSPACE}/cloud/limits`, (route) =>
    route.fulfill({ json: { executions: usage.executions } }),
  );
  await page.route(`${WORKSPACE}/rest/admin/cloud-plan`, (route) =>
    route.fulfill({ json: { monthlyExecutionsLimit: usage.limit } }),
  );
}

const notice = (page: Page) => page.getByRole('status');

test('hides features owned by the portal, redirects a signed-out person there, and opens n8n’s cloud links in it', async ({
  page,
  context,
}) => {
  await serve(page, { executions: 0, limit: 5 });
  await page.goto(`${WORKSPACE}/settings/users`);
  await expect(notice(page)).toHaveText(/^Weft Cloud manages people/);
  await expect(notice(page)).toHaveAttribute('href', `${PORTAL}/account`);
  await expect(page.getByRole('button', { name: 'Invite' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'SSO' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'n8n API' })).toBeVisible();
  const below = await notice(page).evaluate((bar) => bar.getBoundingClientRect().top);
  expect(below).toBeGreaterThanOrEqual(48);

  // n8n changes its pages without loading another document.
  await page.evaluate(() => history.pushState(null, '', '/home/workflows'));
  await expect(notice(page)).toBeHidden();
  await page.evaluate(() => history.pushState(null, '', '/settings/personal'));
  await expect(notice(page)).toBeVisible();
  await page.getByLabel('Email').click({ force: true });
  await expect(page.getByLabel('Email')).not.toBeFocused();
  for (const role of ['Admin', 'Member']) {
    await page.getByText(role, { exact: true }).click({ force: true });
    await expect(page.getByText(role, { exact: true })).not.toBeFocused();
  }

  await test.step('a signed-out person is redirected to the portal, not to n8n’s form', async () => {
    await page.goto(`${WORKSPACE}/signin?redirect=%2F`);
    await page.waitForURL(`${PORTAL}/login?returnPath=/dashboard`);
    await page.goto(`${WORKSPACE}/home/workflows`);
    await page.evaluate(() => history.pushState(null, '', '/signin'));
    await page.waitForURL(`${PORTAL}/login?returnPath=/dashboard`);
    await page.goto(`${WORKSPACE}/signing-in-a-workflow`);
    await expect(page.getByText('14 days left')).toBeVisible();
  });

  await test.step('n8n’s cloud links open the portal', async () => {
    await page.goto(`${WORKSPACE}/home/workflows`);
    await page.getByRole('link', { name: 'Admin panel' }).click();
    await page.waitForURL(`${PORTAL}/login?code=c&returnPath=/dashboard`);
    await page.goto(`${WORKSPACE}/home/workflows`);
    await context.route(`${PORTAL}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'The portal' }),
    );
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('https://localhost:8787/account/change-plan', '_blank')),
    ]);
    await opened.waitForURL(`${PORTAL}/account/change-plan`);
  });
});

test.describe('with a fake clock', () => {
  // A fake clock is its context’s, for good.
  test.use({ hasOwnContext: true });

  test('the editor shows when the executions are used up, and when they are available again', async ({
    page,
  }) => {
    await page.clock.install();
    const usage = { executions: 5, limit: 5 };
    await serve(page, usage);
    await page.goto(`${WORKSPACE}/home/workflows`);
    await page.clock.runFor(15_000);
    await expect(notice(page)).toHaveText(/executions are used up/);
    await expect(notice(page)).toHaveAttribute('href', `${PORTAL}/account/change-plan`);
    usage.limit = 10;
    await page.clock.runFor(15_000);
    await expect(notice(page)).toBeHidden();
  });
});
