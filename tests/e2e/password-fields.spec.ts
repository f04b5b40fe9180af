import type { Page } from '@playwright/test';
import { setUpOwner } from '../support/people.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { expect, test } from './support/fixtures.ts';
import { signInAs } from './support/sign-in.ts';
import { visit } from './support/visit.ts';

const PASSWORD = 'a passphrase from a manager';

/** Pastes the password into every password field of a page. @returns their `autocomplete` values, in order. */
async function pasteIntoEach(page: Page, copyFrom: string): Promise<Array<string | null>> {
  const source = page.locator(copyFrom);
  await source.fill(PASSWORD);
  await source.press('ControlOrMeta+A');
  await source.press('ControlOrMeta+C');
  await source.fill('');
  const purposes: Array<string | null> = [];
  for (const field of await page.locator('input[type=password]').all()) {
    await field.focus();
    await field.press('ControlOrMeta+V');
    await expect(field).toHaveValue(PASSWORD);
    purposes.push(await field.getAttribute('autocomplete'));
  }
  return purposes;
}

test('each password field accepts a pasted password and declares its purpose to password managers', async ({
  page,
  stack,
}) => {
  await page.goto('/login');
  await expect(page.locator('input[name=login]')).toHaveAttribute('autocomplete', 'username');
  expect(await pasteIntoEach(page, 'input[name=login]')).toEqual(['current-password']);
  await visit(page, '/register');
  expect(await pasteIntoEach(page, 'input[name=fullName]')).toEqual(['new-password']);

  const database = openTestDatabase(stack.databaseUrl);
  const { client } = await setUpOwner(stack, database);
  database.close();
  await signInAs(page, client);
  await page.goto('/account?dialog=email');
  expect(await pasteIntoEach(page, 'input[name=email]')).toEqual(['current-password']);
  await visit(page, '/account?dialog=password');
  expect(await pasteIntoEach(page, 'input[name=currentPassword]')).toEqual([
    'current-password',
    'new-password',
  ]);
  const username = await page.locator('dialog input[autocomplete=username]').inputValue();
  await expect(page.locator('dd').filter({ hasText: '@' })).toHaveText(username);
});

test('a typed password survives the submission of another form on its page', async ({ page }) => {
  await page.goto('/register', { waitUntil: 'networkidle' });
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(PASSWORD);
  const consent = page.getByRole('region', { name: 'May we count which pages are used?' });
  await consent.getByRole('button').first().click();
  await expect(consent).toBeHidden();
  await expect(password).toHaveValue(PASSWORD);
});
