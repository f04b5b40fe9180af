import { signOutByMenu } from './support/account-menu.ts';
import { expect, test } from './support/fixtures.ts';
import { confirm, launch, newVisitor, openWorkspace, register, setUp } from './walk.ts';

test('a visitor registers and opens an Online workspace', async ({ page, stack }) => {
  const visitor = newVisitor();
  await register(page, visitor);
  await confirm(page, visitor, stack.sandboxUrl);
  await setUp(page);
  await launch(page);
  const workspace = await openWorkspace(page, visitor);

  // The link signed in once: found later, it lets nobody in.
  const link = await workspace.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '');
  expect(link).not.toContain('token=');
  await workspace.getByRole('button', { name: 'Create workflow' }).click();
  // Seen before the tab closes: one closed during a navigation is sometimes never reported as closed.
  await expect(workspace.getByRole('button', { name: /^Run / })).toBeVisible();
  await workspace.close();

  await signOutByMenu(page);
  await expect(page.getByText('Logout succeeded')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  for (const login of [visitor.accountName, visitor.email]) {
    await page.getByLabel('Username or email').fill(login);
    await page.getByLabel('Password', { exact: true }).fill(visitor.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
    await signOutByMenu(page);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('the path survives a kill of the Worker', async ({ page, stack }) => {
  const visitor = newVisitor();
  await register(page, visitor);
  await stack.killWorker();
  await stack.startWorker();
  await stack.runCron();
  await confirm(page, visitor, stack.sandboxUrl);
  // While the workspace is being started.
  await stack.killWorker();
  await stack.startWorker();
  await stack.runCron();
  await setUp(page);
  await launch(page);
  await openWorkspace(page, visitor);
});

test('while the cluster is down the workspace waits, says so and recovers automatically', async ({
  page,
  stack,
}) => {
  const fault = (mode: string, workspace: string) =>
    fetch(`${stack.sandboxUrl}/cluster/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ workspace, mode }),
    });
  const visitor = newVisitor();
  await register(page, visitor);
  await fault('api-500', visitor.accountName);
  await confirm(page, visitor, stack.sandboxUrl);
  await setUp(page);
  await expect(page.getByText('Our servers can’t be reached right now.')).toBeVisible();
  await expect(page.getByText('Pending')).toBeVisible();
  await fault('none', visitor.accountName);
  await launch(page);
});

test('without JavaScript every form works except the human check', async ({ browser, page, stack }) => {
  const visitor = newVisitor();
  await register(page, visitor);
  const cookies = await page.context().cookies();
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.portalUrl });
  await plain.addCookies(cookies);
  const tab = await plain.newPage();
  await confirm(tab, visitor, stack.sandboxUrl);
  await tab.getByLabel('Which area do you work in?').selectOption('ops');
  await tab.getByRole('radio', { name: '0', exact: true }).check();
  await tab.getByLabel('Which industry is your company in?').selectOption('saas');
  await tab.getByRole('radio', { name: 'Just me' }).check();
  await tab.getByRole('button', { name: 'Continue' }).click();
  await tab.getByRole('checkbox', { name: 'Slack' }).check();
  await tab.getByRole('button', { name: 'Continue' }).click();
  await tab.getByRole('button', { name: 'Add another user' }).click();
  await expect(tab.getByLabel('Email address 4')).toBeVisible();
  await tab.getByRole('button', { name: 'Skip' }).click();
  await expect(async () => {
    await tab.reload();
    await expect(tab.getByRole('button', { name: 'Start' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await tab.getByRole('button', { name: 'Start' }).click();
  await expect(tab.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
  await plain.close();
});
