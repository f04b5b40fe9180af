import type { Page } from '@playwright/test';
import { setUpOwner } from '../support/people.ts';
import { ageProofs } from '../support/second-factor.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { expect, test } from './support/fixtures.ts';
import { holdBack } from './support/hold-back.ts';
import { signInAs } from './support/sign-in.ts';
import { untilHydrated, visit } from './support/visit.ts';

test('creates a token, shows it once, also while the cookie question is answered, signs a script in with it, and revokes it', async ({
  page,
  stack,
}) => {
  const database = openTestDatabase(stack.databaseUrl);
  const { client, fields } = await setUpOwner(stack, database);
  database.close();
  await signInAs(page, client);

  await page.goto('/account');
  await page.getByRole('link', { name: 'API tokens' }).click();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await page.getByRole('link', { name: 'API reference' }).first().click();
  await expect(page.getByRole('heading', { name: 'Weft Cloud API' })).toBeVisible();
  await page.goBack();

  await expect(page).toHaveURL(/\/account\/tokens$/);

  const name = page.getByRole('textbox', { name: 'Name' });
  const make = page.getByRole('button', { name: 'Create token' });
  await name.fill('Nightly export');
  await make.click();
  await expect(page.getByRole('group', { name: 'Scopes' })).toHaveAccessibleDescription(/.+/);
  await page.getByRole('checkbox', { name: 'Profile' }).check();
  await page.getByRole('radio', { name: '30 days' }).check();
  await make.click();
  const shown = page.getByLabel('Token Nightly export');
  const token = (await shown.textContent()) ?? '';
  expect(token).toMatch(/^weft_pat_/);
  const ask = async () =>
    fetch(`${stack.portalUrl}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await (await ask()).json()).toMatchObject({ user: { email: fields.email } });

  // The form is empty again.
  await expect(name).toHaveValue('');
  await test.step('the token stays while the cookie question is answered, and goes with the next visit', async () => {
    const consent = page.getByRole('region', { name: 'May we count which pages are used?' });
    await consent.getByRole('button', { name: 'Decline' }).click();
    await expect(consent).toBeHidden();
    await expect(page.getByText('Choice saved.')).toBeVisible();
    await expect(shown).toHaveText(token);
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await page.getByRole('link', { name: 'API tokens' }).first().click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Nightly export' })).toBeVisible();
    await expect(shown).toBeHidden();
  });

  // Submitting the same name again creates no second token.
  await name.fill('Nightly export');
  await page.getByRole('checkbox', { name: 'Profile' }).check();
  await make.click();
  await expect(page.getByText('You already have a token with this name.')).toBeVisible();

  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly export' });
  await expect(row).toContainText('Last used');
  await expect(page.getByText(token)).toBeHidden();
  await row.getByLabel('Revoke Nightly export').click();
  await row.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(page.getByText('Token revoked.')).toBeVisible();
  expect((await ask()).status).toBe(401);
});

test('a shown token goes when another is created, and when it is revoked', async ({
  page,
  stack,
  database,
}) => {
  const { client } = await setUpOwner(stack, database);
  await signInAs(page, client);
  await page.goto('/account/tokens');
  await untilHydrated(page);
  const shown = page.locator('output');
  for (const name of ['First', 'Second']) {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('checkbox', { name: 'Profile' }).check();
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByLabel(`Token ${name}`)).toBeFocused();
    await expect(shown).toHaveCount(1);
  }
  await page.getByLabel('Revoke Second', { exact: true }).click();
  await page.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(page.getByText('Token revoked.')).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('a form keeps its input while its person confirms their identity', async ({ page, stack }) => {
  const database = openTestDatabase(stack.databaseUrl);
  const { client, fields, userId } = await setUpOwner(stack, database);
  await signInAs(page, client);
  const confirm = async () => {
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(fields.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
  };
  await page.goto('/account/tokens');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Nightly export');
  await page.getByRole('checkbox', { name: 'Profile' }).check();
  await page.getByRole('radio', { name: '30 days' }).check();
  await ageProofs(database, { userId });
  await page.getByRole('button', { name: 'Create token' }).click();
  await confirm();
  await expect(name).toHaveValue('Nightly export');
  await expect(page.getByRole('checkbox', { name: 'Profile' })).toBeChecked();
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByLabel('Token Nightly export')).toBeVisible();

  await test.step('also when the form is posted while a link still loads', async () => {
    await page.goto('/account/tokens');
    await untilHydrated(page);
    await name.fill('Weekly export');
    await ageProofs(database, { userId });
    const release = await holdBack(page, 'routes/account-security');
    const load = page.waitForRequest((request) => isRequestOf('routes/account-security', request.url()));
    await openLink(page, '/account/security');
    await load;
    await page.getByRole('checkbox', { name: 'Profile' }).check();
    await page.getByRole('button', { name: 'Create token' }).click();
    await confirm();
    release();
    await expect(name).toHaveValue('Weekly export');
    await expect(page.getByRole('checkbox', { name: 'Profile' })).toBeChecked();
  });

  await page.goto('/invite-teammate');
  await page.getByRole('textbox', { name: 'Email address 2' }).fill('grace@example.com');
  await page.getByRole('combobox', { name: 'Role 2' }).selectOption('operator');
  await page.getByRole('button', { name: 'Add another user' }).click();
  await page.getByRole('textbox', { name: 'Email address 4' }).fill('alan@example.com');
  await ageProofs(database, { userId });
  database.close();
  const inviteBoth = page.getByRole('button', { name: 'Invite 2 users' });
  await inviteBoth.click();
  await confirm();
  await expect(page.getByRole('textbox', { name: 'Email address 2' })).toHaveValue('grace@example.com');
  await expect(page.getByRole('combobox', { name: 'Role 2' })).toHaveValue('operator');
  await expect(page.getByRole('textbox', { name: 'Email address 4' })).toHaveValue('alan@example.com');
  await expect(inviteBoth).toBeVisible();
  // Another visit begins with an empty form.
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.goto('/account/tokens');
  await expect(name).toHaveValue('');
});

test('a proof that a page asks for does not refill a form that was accepted before it', async ({
  page,
  stack,
}) => {
  const database = openTestDatabase(stack.databaseUrl);
  const { client, fields } = await setUpOwner(stack, database);
  database.close();
  await signInAs(page, client);
  await page.goto('/account/tokens');
  const name = page.getByRole('textbox', { name: 'Name' });
  const create = async (token: string) => {
    await untilHydrated(page);
    await name.fill(token);
    await page.getByRole('checkbox', { name: 'Profile' }).check();
    await page.getByRole('button', { name: 'Create token' }).click();
  };
  const proof = '/account/confirm-access?returnPath=%2Faccount%2Ftokens';
  const expectNothingFilled = async () => {
    await page.getByLabel('Password', { exact: true }).fill(fields.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Create a token' })).toBeVisible();
    // A script would fill it in.
    await untilHydrated(page);
    await expect(name).toHaveValue('');
  };
  await test.step('once its page has loaded again', async () => {
    await create('Nightly export');
    await expect(page.getByLabel('Token Nightly export')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Nightly export' })).toBeVisible();
    await visit(page, proof);
    await expectNothingFilled();
  });
  await test.step('while its page still loads again', async () => {
    const release = await holdBack(page, 'routes/account-tokens');
    const reload = page.waitForRequest(
      (request) => request.method() === 'GET' && isRequestOf('routes/account-tokens', request.url()),
    );
    await create('Weekly export');
    await reload;
    await openLink(page, proof);
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    release();
    await expectNothingFilled();
  });
  await test.step('while its answer is awaited', async () => {
    const release = await holdBack(page, 'routes/account-tokens', 'POST');
    const post = page.waitForRequest(
      (request) => request.method() === 'POST' && isRequestOf('routes/account-tokens', request.url()),
    );
    await create('Monthly export');
    await post;
    await openLink(page, proof);
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    release();
    await expectNothingFilled();
  });
});

const isRequestOf = (route: string, url: string) => new URL(url).searchParams.get('_data') === route;

/** Opens another page as its link does, without waiting for what the open one still loads. */
const openLink = (page: Page, path: string) =>
  page.evaluate((to) => void window.__remixRouter.navigate(to), path);
