import { PortalClient, tokenIn, uniqueName } from '../support/portal-client.ts';
import { answerSetUp, setClusterFault } from '../support/set-up.ts';
import { signOutByMenu } from './support/account-menu.ts';
import { cards, expect, overlayOf, test } from './support/billing.ts';
import { keyboardOf } from './support/hands.ts';
import { hurry } from './support/hurry.ts';
import { pressByKey, tabTo } from './support/keyboard.ts';
import { signInAs } from './support/sign-in.ts';
import { untilSent } from './support/until-sent.ts';
import { untilHydrated } from './support/visit.ts';
import { confirm, launch, newVisitor, openWorkspace } from './walk.ts';

test('a visitor registers with the keyboard alone, opens an Online workspace and pays for a plan', async ({
  page,
  stack,
}) => {
  const { press, type, check, select } = keyboardOf(page);
  const visitor = newVisitor();
  await test.step('registers and confirms the address', async () => {
    await page.goto('/register');
    await type(page.getByLabel('Full name'), visitor.name);
    await type(page.getByLabel('Company email'), visitor.email);
    await type(page.getByLabel('Confirm email'), visitor.email);
    await type(page.getByLabel('Password', { exact: true }), visitor.password);
    await type(page.getByLabel('Account name'), visitor.accountName);
    await tabTo(page, page.getByLabel('I am a human'));
    await page.keyboard.press('Space');
    await page.getByText('Checked', { exact: true }).waitFor();
    await press(page.getByRole('button', { name: 'Create account' }));
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(page.getByText('You can request another email in')).toBeVisible();
    const mail = await new PortalClient(stack).mail(visitor.email, /confirm/i);
    await page.goto(`/confirm-email?token=${tokenIn(mail)}`);
    await press(page.getByRole('button', { name: 'Confirm email' }));
  });

  await test.step('answers the survey, chooses apps by a search, and invites', async () => {
    await select(page.getByLabel('Which area do you work in?'), 'Another area');
    await type(page.getByLabel('Which one?').first(), 'Weaving');
    await check(page.getByRole('radio', { name: '3', exact: true }));
    await select(page.getByLabel('Which industry is your company in?'), 'SaaS');
    await check(page.getByRole('radio', { name: '20 to 99' }));
    await select(page.getByLabel('Which timezone should your workspace use?'), 'Europe/Berlin');
    await press(page.getByRole('button', { name: 'Continue' }));

    // The next step, at the same address.
    await expect(page.getByRole('heading', { name: 'Which apps do you use?' })).toBeFocused();
    // The search leaves a few of hundreds of apps in the tab order.
    await type(page.getByLabel('Search apps'), 'slack');
    await check(page.getByRole('checkbox', { name: 'Slack' }));
    await page.keyboard.press('Shift+Tab');
    await type(page.getByLabel('Search apps'), 'http req');
    await check(page.getByRole('checkbox', { name: 'HTTP Request' }));
    await expect(page.getByText('2 apps chosen')).toBeVisible();
    await press(page.getByRole('button', { name: 'Continue' }));

    await expect(page.getByRole('heading', { name: 'Invite your teammates' })).toBeVisible();
    await type(page.getByLabel('Email address 1'), `grace-${uniqueName('t')}@example.com`);
    await press(page.getByRole('button', { name: 'Add another user' }));
    await expect(page.getByLabel('Email address 4')).toBeVisible();
    await press(page.getByRole('button', { name: 'Invite 1 user' }));
  });

  await test.step('starts the workspace', async () => {
    const ready = page.getByRole('heading', { name: 'Your workspace is ready' });
    await hurry(new PortalClient(stack), visitor.accountName, () => expect(ready).toBeVisible());
    await press(page.getByRole('button', { name: 'Start' }));
    await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
    await expect(page.getByText('14 days left in your trial.')).toBeVisible();
  });

  await test.step('opens the workspace: a sign-in link works once, and is absent from the history', async () => {
    const workspace = await openWorkspace(page, visitor);
    // Found later, it signs no one in.
    const link = await workspace.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '');
    expect(link).not.toContain('token=');
    await workspace.getByRole('button', { name: 'Create workflow' }).click();
    // Waits for the page before closing the tab: a tab that closes during a navigation is sometimes never reported.
    await expect(workspace.getByRole('button', { name: /^Run / })).toBeVisible();
    await workspace.close();
  });

  await test.step('pays for a plan', async () => {
    await press(page.getByRole('banner').getByRole('link', { name: 'Upgrade' }));
    await press(page.getByRole('button', { name: 'Choose Starter' }));
    // The provider's form takes the focus as it opens.
    const overlay = overlayOf(page);
    await expect(overlay.getByLabel('Country')).toBeVisible();
    await select(overlay.getByLabel('Country'), 'Germany');
    await type(overlay.getByLabel('Postcode'), '10115');
    await type(overlay.getByLabel('Name on the card'), 'Ada Lovelace');
    await type(overlay.getByLabel('Card number'), cards.pays);
    await type(overlay.getByLabel('Expiry date'), '12/40');
    await type(overlay.getByLabel('Security code'), '123');
    await press(overlay.getByRole('button', { name: /^Pay/ }));
    await expect(page.getByRole('heading', { name: 'Setup complete' })).toBeVisible();
  });

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
  await hurry(client, fields.accountName, () => launch(page));
  await openWorkspace(page, fields);
});

test('invitations are skipped by keyboard; the workspace waits while the cluster is down, says so and recovers automatically', async ({
  page,
  stack,
  database,
}) => {
  const client = new PortalClient(stack);
  const { fields } = await client.register();
  await setClusterFault(client, fields.accountName, 'api-500');
  await client.confirm(await client.confirmationToken(fields.email));
  await answerSetUp(client);
  // The invitations are due again.
  const sql = 'UPDATE accounts SET teammates_invited_at = NULL WHERE name = ?';
  await database.execute({ sql, args: [fields.accountName] });
  await signInAs(page, client);
  await page.goto('/invite-teammate');
  await untilHydrated(page);
  await pressByKey(page, page.getByRole('button', { name: 'Skip' }));
  await expect(page.getByText('Our servers can’t be reached right now.')).toBeVisible();
  await expect(page.getByText('Pending')).toBeVisible();
  await setClusterFault(client, fields.accountName, 'none');
  await hurry(client, fields.accountName, () => launch(page));
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
    await hurry(client, fields.accountName, () => untilSent(page, '/account/launching', '>Start<'));
    await page.reload();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
    await expect(page.getByText('Loading…').filter({ visible: true })).toHaveCount(0);
  });
});
