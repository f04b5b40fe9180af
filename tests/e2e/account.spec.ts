import type { Page } from '@playwright/test';
import { errors } from '#app/i18n/en/errors.ts';
import { invite, setUpOwner } from '../support/people.ts';
import { PortalClient, tokenIn } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { accountMenu, signOutByMenu } from './support/account-menu.ts';
import { expect, test } from './support/fixtures.ts';
import { holdBack } from './support/hold-back.ts';
import { signInAs } from './support/sign-in.ts';

async function signIn(page: Page, login: string, password: string) {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
}

test('an owner changes e-mail and password in dialogs, and returns from the workspace', async ({
  page,
  stack,
}) => {
  const client = new PortalClient(stack);
  const owner = await setUpOnline(client);
  await signIn(page, owner.accountName, owner.password);

  // A dialog opens over the page and takes the focus; Escape returns to the page.
  await accountMenu(page).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await expect(dialog.getByLabel('New email')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/account$/);

  await page.getByRole('link', { name: 'Change email' }).click();
  await dialog.getByLabel('New email').fill(owner.email.toUpperCase());
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText('This is your current email.')).toBeVisible();
  const newEmail = `new-${owner.email}`;
  await dialog.getByLabel('New email').fill(newEmail);
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Please confirm the change with the link')).toBeVisible();
  await page.goto(`/change-email?token=${tokenIn(await client.mail(newEmail, /email/i))}`);
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByText('Email changed.')).toBeVisible();
  await expect(page.getByRole('main').getByText(newEmail).first()).toBeVisible();

  // The registration's session is a different one, and ends with the password change.
  await expect(page.getByText('This device')).toHaveCount(1);
  await page.getByRole('link', { name: 'Change password' }).click();
  const passwords = page.getByRole('dialog', { name: 'Change password' });
  await passwords.getByLabel('Current password', { exact: true }).fill('not my horse');
  await passwords.getByLabel('New password', { exact: true }).fill('a longer horse');
  await passwords.getByRole('button', { name: 'Change password' }).click();
  await expect(passwords.getByText('That isn’t your current password.')).toBeVisible();
  await passwords.getByLabel('Current password', { exact: true }).fill(owner.password);
  await passwords.getByLabel('New password', { exact: true }).fill('a longer horse');
  await passwords.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. All your other sessions were signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0);
  expect((await client.get('/dashboard')).headers.get('Location')).toBe('/?returnPath=%2Fdashboard');

  // Returns from the workspace by login code after the portal's session ends; a sign-out would also end the workspace's.
  await page.goto('/dashboard');
  const [workspace] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open workspace' }).click(),
  ]);
  await expect(workspace.getByRole('heading', { name: /^Workspace/ })).toBeVisible();
  await page.context().clearCookies({ domain: 'localhost', name: 'token' });
  await workspace.getByRole('button', { name: 'Open admin panel' }).click();
  await workspace.getByRole('button', { name: 'Continue' }).click();
  await expect(workspace.getByRole('heading', { name: /^Hello/ })).toBeVisible();

  // Signs in with a mailed link, then finds every event on the Activity page.
  await signOutByMenu(workspace);
  await workspace.getByRole('link', { name: 'Email me a sign-in link' }).click();
  await workspace.getByLabel('Email', { exact: true }).fill(newEmail);
  await workspace.getByRole('button', { name: 'Send link' }).click();
  await expect(workspace.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await workspace.goto(`/magic-link?token=${tokenIn(await client.mail(newEmail, /sign in/i))}`);
  await workspace.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(workspace.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await workspace.goto('/account/activity');
  await expect(workspace.getByRole('listitem').first()).toContainText('Ada Lovelace');
});

test('keeps input typed after a refusal, even while the page is still loading', async ({ page, stack }) => {
  const database = openTestDatabase(stack.databaseUrl);
  const { client, fields } = await setUpOwner(stack, database);
  database.close();
  await signInAs(page, client);
  await page.goto('/account?dialog=email');
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  const password = dialog.getByLabel('Your password', { exact: true });
  const send = dialog.getByRole('button', { name: 'Send link' });
  const release = await holdBack(page, 'routes/account');
  await dialog.getByLabel('New email').fill(fields.email);
  await password.fill('not my horse');
  await send.click();
  await expect(dialog.getByText('This is your current email.')).toBeVisible();
  await expect(password).toHaveValue('');
  await password.fill(fields.password);
  await expect(send).toHaveAttribute('data-pending');
  release();
  await expect(send).not.toHaveAttribute('data-pending');
  await expect(password).toHaveValue(fields.password);
});

test('a refusal stays while its page reloads its data', async ({ page, stack }) => {
  const database = openTestDatabase(stack.databaseUrl);
  const { client, fields } = await setUpOwner(stack, database);
  database.close();
  const elsewhere = new PortalClient(stack);
  await elsewhere.post('/login', { login: fields.email, password: fields.password });
  await signInAs(page, client);
  await page.goto('/account', { waitUntil: 'networkidle' });
  await elsewhere.post('/sign-out', {});
  await page.getByRole('button', { name: /^End session/ }).click();
  const refusal = page.getByText(errors.session_not_found);
  await expect(refusal).toBeVisible();
  // As a page with a list of held webhooks does every ten seconds.
  const reloaded = page.waitForResponse(/_data=routes%2Faccount$/);
  await page.evaluate(() => window.__remixRouter.revalidate());
  await reloaded;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(refusal).toBeVisible();
  await page.getByRole('link', { name: 'Change name' }).click();
  await expect(refusal).toBeHidden();
});

test('an old tab changes nothing after a switch of accounts, and opens again in the current one', async ({
  page,
  stack,
}) => {
  const database = openTestDatabase(stack.databaseUrl);
  const host = await setUpOwner(stack, database, { fullName: 'Grace Hopper' });
  const guest = await setUpOwner(stack, database, { fullName: 'Annie Easley' });
  const token = await invite(host, guest.fields.email, 'owner');
  database.close();
  await signInAs(page, guest.client);
  await page.goto('/account/members');
  // In another tab: accepting an invitation switches to its account.
  await guest.client.post(`/invitation?token=${token}`, {});

  await page.getByText('Require for everyone').first().click();
  await page.getByRole('button', { name: 'Yes, require it' }).click();
  // The error page that replaces the form's takes the focus, like any other page.
  await expect(page.getByRole('heading', { name: 'you switched accounts in another tab' })).toBeFocused();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByText('Grace Hopper', { exact: true })).toBeVisible();
  await expect(page.getByText('Members can choose whether')).toBeVisible();
});

test('a tab shows nothing of another account in the frame of the first', async ({ page, stack }) => {
  const database = openTestDatabase(stack.databaseUrl);
  const first = await setUpOwner(stack, database, { fullName: 'Grace Hopper' });
  const second = await setUpOwner(stack, database, { fullName: 'Annie Easley' });
  const third = await setUpOwner(stack, database, { fullName: 'Mary Jackson' });
  const token = await invite(third, second.fields.email, 'owner');
  database.close();
  await signInAs(page, first.client);
  await page.goto('/account', { waitUntil: 'networkidle' });
  await expect(accountMenu(page)).toContainText('Grace Hopper');
  // In another tab, someone else signs in.
  await signInAs(page, second.client);
  await page.getByRole('link', { name: 'API tokens' }).click();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await expect(accountMenu(page)).toContainText('Annie Easley');

  // In another tab, the same person changes accounts.
  await second.client.post(`/invitation?token=${token}`, {});
  await page.getByRole('link', { name: 'Members', exact: true }).first().click();
  await expect(page.getByText('Mary Jackson', { exact: true })).toBeVisible();
  await accountMenu(page).click();
  await expect(page.getByRole('button', { name: third.fields.accountName })).toHaveAttribute(
    'aria-current',
    'true',
  );
});
