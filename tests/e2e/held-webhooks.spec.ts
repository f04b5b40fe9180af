import type { Page } from '@playwright/test';
import { holdWebhooks } from '../support/held-calls.ts';
import { PortalClient, type TestPortal } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { expect, test } from './support/billing.ts';
import { freezeRendering } from './support/freeze-rendering.ts';
import { holdBack } from './support/hold-back.ts';
import { hurryToStatus } from './support/hurry.ts';
import { signInAs } from './support/sign-in.ts';
import { takeReload } from './support/take-reload.ts';
import { untilSent } from './support/until-sent.ts';

const orders = [1, 2].map((order) => ({
  path: '/webhook/echo',
  headers: { Authorization: 'Bearer s3cret', 'X-Order': String(order) },
  body: `{"order":${order}}`,
}));

/** Signs an owner in, with one webhook in the paused queue. */
async function signInWithHeld(page: Page, stack: TestPortal): Promise<void> {
  const client = new PortalClient(stack);
  const { accountName } = await setUpOnline(client);
  await holdWebhooks(client, accountName, orders.slice(0, 1));
  await hurryToStatus(client, accountName, 1);
  await signInAs(page, client);
}

test('webhooks of a restart are read without their secrets, replayed and dropped', async ({
  page,
  stack,
  context,
}) => {
  const client = new PortalClient(stack);
  const { accountName } = await setUpOnline(client);
  await holdWebhooks(client, accountName, [...orders, { path: '/webhook/unwanted', body: 'x' }]);
  await hurryToStatus(client, accountName, 1);
  await signInAs(page, client);
  const reloadNow = await takeReload(page);

  await page.goto('/manage');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Held webhooks' })).toBeVisible();
  await expect(page.getByText('The replay is paused')).toBeVisible();
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(row('POST /webhook/echo')).toHaveCount(2);
  await expect(
    page.getByRole('img', { name: /The last 24 hours of \/webhook\/echo: 2 arrived/ }),
  ).toBeVisible();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy the address of /webhook/echo' }).click();
  await expect(page.getByText('Copied.')).toBeAttached();
  expect(await clipboard()).toBe(`${stack.portalUrl.replace('//', `//${accountName}.`)}/webhook/echo`);

  await row('POST /webhook/echo').last().getByRole('link').click();
  await expect(page.getByText('{"order":1}')).toBeVisible();
  await page.getByRole('button', { name: 'Copy ID' }).click();
  await expect(page.getByText('Copied.')).toBeAttached();
  expect(page.url()).toContain(await clipboard());
  await expect(page.getByText('masked', { exact: true }).first()).toBeVisible();
  expect(await page.content()).not.toContain('s3cret');
  await page.getByRole('link', { name: 'All held webhooks' }).click();

  const unwanted = row('POST /webhook/unwanted');
  await unwanted.getByText('Drop', { exact: true }).click();
  await unwanted.getByRole('button', { name: 'Yes, drop it' }).click();
  await expect(page.getByText('Webhooks dropped. Their content was deleted.')).toBeVisible();
  await expect(unwanted.getByText('Dropped', { exact: true })).toBeVisible();

  await page.getByLabel('State', { exact: true }).selectOption('Waiting');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/[?&]state=waiting/);
  await expect(row('POST')).toHaveCount(2);
  await page.getByRole('link', { name: 'Clear filter' }).click();
  await expect(page).not.toHaveURL(/[?&]state=/);

  await page.getByRole('button', { name: 'Resume replay' }).click();
  await expect(page.getByText('Replay resumed.')).toBeVisible();
  // The list revalidates while requests wait.
  await untilSent(page, '/manage/webhooks', 'Nothing is waiting.');
  await reloadNow();
  await expect(row('POST /webhook/echo').getByText('Replayed', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('saves a choice for a path and shows it again', async ({ page, stack }) => {
    const client = new PortalClient(stack);
    const { accountName } = await setUpOnline(client);
    await holdWebhooks(client, accountName, orders);
    await signInAs(page, client);
    await page.goto('/manage/webhooks');
    await page
      .getByRole('combobox', { name: /can’t take a request to \/webhook\/echo/ })
      .selectOption('answer');
    await page.getByRole('button', { name: 'Save the choice for /webhook/echo' }).click();
    await expect(page.getByText('Your choice for that path is saved.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: /\/webhook\/echo/ })).toHaveValue('answer');
    await page.getByRole('radio', { name: /Go straight to the workspace/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await expect(page.getByRole('radio', { name: /Go straight to the workspace/ })).toBeChecked();
  });
});

test('a due reload loses no notice of a form, and the pause switch shows its effect immediately, undone if refused', async ({
  page,
  stack,
}) => {
  await signInWithHeld(page, stack);
  await test.step('a reload that is due while a form’s redirect loads does not lose its notice', async () => {
    const reloadNow = await takeReload(page);
    const setRendering = await freezeRendering(page);
    await page.goto('/manage/webhooks', { waitUntil: 'networkidle' });

    // The server has sent the notice, and the page has not rendered yet that it loads it.
    await setRendering(false);
    const answered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route(
      (url) => url.searchParams.get('_data') === 'root',
      async (route) => {
        const response = await route.fetch();
        answered.resolve();
        await released.promise;
        await route.fulfill({ response });
      },
    );
    await page.getByRole('button', { name: 'Resume replay' }).click({ noWaitAfter: true });
    await answered.promise;
    await reloadNow();
    await setRendering(true);
    released.resolve();
    await expect(page.getByText('Replay resumed.')).toBeVisible();
    await page.unrouteAll();
  });

  const paused = page.getByText('The replay is paused');
  const pause = page.getByRole('button', { name: 'Pause replay' });
  const resume = page.getByRole('button', { name: 'Resume replay' });
  await untilSent(page, '/manage/webhooks', '>Replayed<');
  await page.goto('/manage/webhooks', { waitUntil: 'networkidle' });
  await pause.click();
  // The switch shows its effect before the server has answered.
  await expect(page.getByText('Replay paused.')).toBeVisible();
  await expect(paused).toBeVisible();

  await test.step('refused: the database is down', async () => {
    const release = await holdBack(page, 'routes/manage-webhooks', 'POST');
    await resume.click();
    await expect(paused).toBeHidden();
    await expect(pause).toBeVisible();
    await stack.killDatabase();
    try {
      release();
      await expect(page.getByRole('alert')).toBeVisible();
    } finally {
      await stack.startDatabase();
    }
    await expect(paused).toBeVisible();
    await expect(resume).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('accepted: the effect stays', async () => {
    const release = await holdBack(page, 'routes/manage-webhooks', 'POST');
    await resume.click();
    await expect(paused).toBeHidden();
    release();
    await expect(page.getByText('Replay resumed.')).toBeVisible();
    await expect(paused).toBeHidden();
    await page.reload();
    await expect(pause).toBeVisible();
  });
});
