import { PortalClient } from '../support/portal-client.ts';
import { answerSetUp, setClusterFault } from '../support/set-up.ts';
import { signOutByMenu } from './support/account-menu.ts';
import { expect, test } from './support/fixtures.ts';
import { signInAs } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';
import { confirm, launch, newVisitor, openWorkspace, register, setUp } from './walk.ts';

test('a visitor registers and opens an Online workspace', async ({ page, stack }) => {
  const visitor = newVisitor();
  await register(page, visitor);
  await confirm(page, visitor, stack.sandboxUrl);
  await setUp(page);
  await launch(page);
  const workspace = await openWorkspace(page, visitor);

  // A sign-in link works once, and is absent from the history: found later, it signs nobody in.
  const link = await workspace.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '');
  expect(link).not.toContain('token=');
  await workspace.getByRole('button', { name: 'Create workflow' }).click();
  // Waits for the page before closing the tab: a tab that closes during a navigation is sometimes never reported.
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
  const client = new PortalClient(stack);
  const { fields } = await client.register();
  await stack.killWorker();
  await stack.startWorker();
  await stack.runCron();
  await client.confirm(await client.confirmationToken(fields.email));
  // Restarts the Worker while the workspace starts.
  await stack.killWorker();
  await stack.startWorker();
  await stack.runCron();
  await answerSetUp(client);
  await signInAs(page, client);
  await page.goto('/account/launching');
  await launch(page);
  await openWorkspace(page, fields);
});

test('the workspace waits while the cluster is down, says so and recovers automatically', async ({
  page,
  stack,
}) => {
  const client = new PortalClient(stack);
  const { fields } = await client.register();
  await setClusterFault(client, fields.accountName, 'api-500');
  await client.confirm(await client.confirmationToken(fields.email));
  await answerSetUp(client);
  await signInAs(page, client);
  await page.goto('/account/launching');
  await expect(page.getByText('Our servers can’t be reached right now.')).toBeVisible();
  await expect(page.getByText('Pending')).toBeVisible();
  await setClusterFault(client, fields.accountName, 'none');
  await launch(page);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript every form works except the human check', async ({ page, stack }) => {
    const client = new PortalClient(stack);
    const { fields } = await client.register();
    await signInAs(page, client);
    await confirm(page, fields, stack.sandboxUrl);
    await page.getByLabel('Which area do you work in?').selectOption('ops');
    await page.getByRole('radio', { name: '0', exact: true }).check();
    await page.getByLabel('Which industry is your company in?').selectOption('saas');
    await page.getByRole('radio', { name: 'Just me' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('checkbox', { name: 'Slack' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Add another user' }).click();
    await expect(page.getByLabel('Email address 4')).toBeVisible();
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page.getByLabel('Email address 1')).toBeHidden();
    await untilSent(page, '/account/launching', '>Start<');
    await page.reload();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
  });
});
