import type { Page } from '@playwright/test';
import type { Stack } from '#scripts/local/stack.ts';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';
import { cards, fillBuyer, overlayOf, payByCard } from '../e2e/support/billing.ts';
import { confirm, launch, newVisitor, register, setUp } from '../e2e/walk.ts';
import { askWorkspace } from '../support/ask-workspace.ts';
import { Editor } from './support/editor.ts';
import { expect, test } from './support/fixtures.ts';

const OLD_VERSION = '2.40.7';
const NEW_VERSION = '2.41.1';

/** How long the portal polls a starting workspace. */
const READY_WITHIN_MS = 300_000;
/** The product's promises: an execution appears on the dashboard, and executions run after an upgrade. */
const COUNTED_WITHIN_MS = 60_000;
const UPGRADED_WITHIN_MS = 5_000;
/** Below its limit a workspace requests its plan once a minute. */
const LIMIT_KNOWN_WITHIN_MS = 120_000;

const code = (word: string) =>
  `return [{ json: { ${word}: $input.first().json.query.thread.toUpperCase() } }];`;

const workflow = { name: 'Weave a thread', path: 'weave', code: code('woven') };

/** Calls the workflow's webhook through the gateway, as anyone can. */
async function call(stack: Stack, accountName: string) {
  const { status, body } = await askWorkspace(stack, accountName, `/webhook/${workflow.path}?thread=silk`);
  return { status, body };
}

const answer = (word: string) => ({ status: 200, body: JSON.stringify({ [word]: 'SILK' }) });

/** Saves a screenshot next to the report. */
async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}

test('a newcomer builds, publishes, restores, updates and upgrades in n8n itself', async ({
  page,
  stack,
  database,
}) => {
  const visitor = newVisitor();
  const { accountName } = visitor;

  await test.step('registers, sets up and waits for the workspace', async () => {
    await register(page, visitor);
    await confirm(page, visitor, stack.sandboxUrl);
    await setUp(page);
    await launch(page, READY_WITHIN_MS);
  });

  const editor = await test.step('opens the workspace, signed in', async () => {
    const opened = await Editor.open(page, accountName);
    expect(await opened.read('/rest/login')).toMatchObject({ data: { email: visitor.email } });
    expect(await opened.read('/rest/settings')).toMatchObject({ data: { versionCli: OLD_VERSION } });
    await expect(opened.part('banners-TRIAL')).toContainText('14 days left in your trial.');
    await keepScreenshot(opened.page, 'editor');
    return opened;
  });

  await test.step('builds a webhook and a code node by clicking, and publishes them', async () => {
    await editor.buildWorkflow(workflow);
    await editor.publish();
    await keepScreenshot(editor.page, 'published');
  });

  await test.step('calls the webhook through the gateway', async () => {
    await expect.poll(() => call(stack, accountName)).toEqual(answer('woven'));
  });

  await test.step('sees the execution on the dashboard within a minute', async () => {
    const { executions } = (await editor.read('/cloud/limits')) as { executions: number };
    expect(executions).toBeGreaterThan(0);
    await expect(page.getByText(`${executions} of 1,000`, { exact: true })).toBeVisible({
      timeout: COUNTED_WITHIN_MS,
    });
    await expect(page.getByText('1 of 5', { exact: true })).toBeVisible();
  });

  await test.step('backs up, changes the workflow, and restores it', async () => {
    await page.goto('/manage/export');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByRole('link', { name: /^Download/ })).toBeVisible({ timeout: READY_WITHIN_MS });

    await editor.changeCode(code('unravelled'));
    await editor.publish();
    await expect.poll(() => call(stack, accountName)).toEqual(answer('unravelled'));

    await page.getByRole('link', { name: /^Restore the backup of/ }).click();
    await expect(page.getByRole('checkbox', { name: workflow.name })).toBeChecked();
    await page.getByRole('button', { name: 'Restore selected workflows' }).click();
    await expect(page.getByText('1 workflow replaced')).toBeVisible({ timeout: READY_WITHIN_MS });
    await expect.poll(() => call(stack, accountName)).toEqual(answer('woven'));
    await editor.page.reload();
    await editor.expectCode(workflow.code);
  });

  await test.step('updates n8n in the settings, and the workflow still answers', async () => {
    await page.goto('/manage');
    const version = page.getByLabel('n8n version');
    await expect(version).toHaveValue(OLD_VERSION);
    await version.selectOption(NEW_VERSION);
    await expect(page.getByText(`An update to ${NEW_VERSION} can’t be undone`)).toBeVisible();
    await page.getByRole('textbox', { name: `Type ${accountName} to confirm` }).fill(accountName);
    await page.getByRole('button', { name: 'Save changes' }).click();
    // A copy starts on the new version first; the cluster then removes it.
    await expect(page.getByText(`${NEW_VERSION} passed and is now in use`)).toBeVisible({
      timeout: 2 * READY_WITHIN_MS,
    });
    await page.goto('/manage');
    // The workspace may have come online before this page could report it.
    await expect(page.getByRole('main').getByText('Online', { exact: true })).toBeVisible({
      timeout: READY_WITHIN_MS,
    });
    await expect.poll(() => call(stack, accountName)).toEqual(answer('woven'));
    await editor.page.reload();
    expect(await editor.read('/rest/settings')).toMatchObject({ data: { versionCli: NEW_VERSION } });
    await editor.expectCode(workflow.code);
  });

  await test.step('marks features owned by the portal as managed', async () => {
    const notice = editor.page.getByRole('status').filter({ hasText: 'Weft Cloud manages people' });
    await editor.goto('/settings/users');
    await expect(editor.part('settings-users-table')).toContainText(visitor.email);
    await expect(notice).toHaveAttribute('href', `${stack.portalUrl}/account`);
    await expect(editor.part('settings-users-invite-button')).toBeHidden();
    await expect(editor.page.getByText('unlock the ability to create additional admin users')).toBeHidden();
    await keepScreenshot(editor.page, 'users');

    await editor.goto('/settings/personal');
    await expect(editor.part('personal-data-form')).toBeVisible();
    await expect(editor.part('personal-data-form')).toHaveAttribute('inert');
    await expect(editor.part('change-password-link')).toBeHidden();
    await expect(editor.part('mfa-section')).toBeHidden();
    await expect(notice).toBeVisible();
    for (const hidden of ['SSO', 'LDAP'])
      await expect(editor.page.getByText(hidden, { exact: true }).filter({ visible: true })).toHaveCount(0);
    await keepScreenshot(editor.page, 'personal');

    await editor.goto('/settings/security');
    await expect(editor.part('security-personal-space-section')).toBeVisible();
    await expect(editor.part('security-mfa-section')).toBeHidden();
    await editor.goto('/home/workflows');
    await expect(editor.part('workflow-card-name')).toContainText(workflow.name);
    await expect(notice).toBeHidden();
  });

  await test.step('opens the portal from n8n’s admin panel, signed in', async () => {
    // Without a session the portal asks once, because another site's page sent the browser there. The device cookie
    // identifies the browser.
    await page.context().clearCookies({ domain: 'localhost', name: 'token' });
    await editor.part('main-sidebar-cloud-admin').click();
    await editor.page.getByRole('button', { name: 'Continue' }).click();
    await expect(editor.page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
    expect(new URL(editor.page.url()).origin).toBe(stack.portalUrl);
    await editor.goto('/home/workflows');
    await expect(editor.part('workflow-card-name')).toContainText(workflow.name);
  });

  await test.step('is refused at the plan’s limit, and the editor says so', async () => {
    const { executions } = (await editor.read('/cloud/limits')) as { executions: number };
    const limit = executions + 1;
    // No plan is this small, so the test lowers the plan's own row, which the portal reads.
    const lowered = await database.execute({
      sql: `UPDATE plans SET monthly_executions_limit = ? WHERE id = 'trial-1'`,
      args: [limit],
    });
    expect(lowered.rowsAffected).toBe(1);
    await expect
      .poll(() => call(stack, accountName), { timeout: LIMIT_KNOWN_WITHIN_MS, intervals: [1_000] })
      .toMatchObject({ status: 503, body: expect.stringContaining('used all executions of its plan') });
    await editor.page.reload();
    expect(await editor.read('/rest/admin/cloud-plan')).toMatchObject({ monthlyExecutionsLimit: limit });
    await expect(editor.page.getByRole('status').filter({ hasText: 'executions are used up' })).toBeVisible();
    await keepScreenshot(editor.page, 'limit');
  });

  await test.step('pays for a plan, and works again within seconds', async () => {
    const [portal] = await Promise.all([
      editor.page.waitForEvent('popup'),
      editor.part('banner-stack').getByRole('button', { name: 'Upgrade' }).click(),
    ]);
    await expect(portal).toHaveURL(`${stack.portalUrl}/account/change-plan`);
    await portal.getByRole('button', { name: 'Choose Starter' }).click();
    await fillBuyer(overlayOf(portal));
    await payByCard(overlayOf(portal), cards.pays);
    await expect(portal.getByRole('heading', { name: 'Setup complete' })).toBeVisible({
      timeout: HANGS_AFTER_MS,
    });
    await expect
      .poll(() => call(stack, accountName), { timeout: UPGRADED_WITHIN_MS, intervals: [250] })
      .toEqual(answer('woven'));
  });

  await test.step('finds the new plan’s limits in force', async () => {
    await editor.page.reload();
    await expect(editor.part('workflow-card-name')).toContainText(workflow.name);
    expect(await editor.read('/rest/admin/cloud-plan')).toMatchObject({
      displayName: 'Starter',
      monthlyExecutionsLimit: 2_500,
      userIsTrialing: false,
    });
    await expect(editor.part('banners-TRIAL')).toBeHidden();
    await expect(editor.page.getByRole('status').filter({ hasText: 'executions are used up' })).toBeHidden();
    await page.goto('/dashboard');
    await expect(page.getByText(/^\d+ of 2,500$/)).toBeVisible({ timeout: COUNTED_WITHIN_MS });
    await keepScreenshot(page, 'dashboard');
  });

  await test.step('signs out of n8n and arrives at the portal', async () => {
    await editor.goto('/signout');
    await editor.page.waitForURL((url) => url.origin === stack.portalUrl);
  });
});
