import type { Page } from '@playwright/test';
import { type Owner, setUpOwner } from '../support/people.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { pixel } from '../support/ticket-calls.ts';
import { untilDrawn } from './support/drawn.ts';
import { test as base, expect } from './support/fixtures.ts';
import { holdBack } from './support/hold-back.ts';
import { signInAs } from './support/sign-in.ts';

const test = base.extend<{ owner: Owner }>({
  owner: async ({ stack, page }, use) => {
    const database = openTestDatabase(stack.databaseUrl);
    const owner = await setUpOwner(stack, database);
    database.close();
    await signInAs(page, owner.client);
    await use(owner);
  },
});

const questions = (page: Page) => page.locator('main details > summary');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search help' });
const send = (page: Page) => page.getByRole('button', { name: 'Send request' });
const png = { name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from(pixel) };

test('finds answers while typing, by keyboard, the back button restores the search, and typed text stays while another address loads', async ({
  page,
  owner,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Help center' })).toBeVisible();
  const all = await questions(page).count();
  expect(all).toBeGreaterThanOrEqual(15);

  await search(page).focus();
  await page.keyboard.type('invoi');
  await expect(questions(page).first()).toHaveText(/^Where are my invoices/);
  expect(await questions(page).count()).toBeLessThan(all);
  await expect(page.getByRole('status').filter({ hasText: 'found for “invoi”' })).toBeVisible();
  await expect(page).toHaveURL(/\/help$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/help\?q=invoi$/);
  await expect(search(page)).toBeFocused();

  await questions(page).first().focus();
  await page.keyboard.press('Enter');
  // Billing becomes available with the first plan; until then the answer links to the plans.
  await page.getByRole('link', { name: 'Compare plans' }).click();
  await expect(page).toHaveURL(/\/account\/change-plan$/);
  await page.goBack();
  await expect(search(page)).toHaveValue('invoi');
  await page.getByRole('link', { name: 'Show all answers' }).click();
  // The answers are shown before the address changes: going back earlier would leave the search.
  await expect(page).toHaveURL(/\/help$/);
  await expect(questions(page)).toHaveCount(all);
  await expect(search(page)).toHaveValue('');

  await test.step('keeps text typed while another address is still loading', async () => {
    await page.goBack();
    await expect(search(page)).toHaveValue('invoi');
    const release = await holdBack(page, 'routes/help');
    await page.getByRole('link', { name: 'Show all answers' }).click();
    await search(page).fill('xyzzy');
    release();
    await expect(page).toHaveURL(/\/help$/);
    await untilDrawn(page);
    await expect(search(page)).toHaveValue('xyzzy');
    await page.unrouteAll();

    // Typed text is lost on leaving; the URL keeps the submitted query.
    await page.goBack();
    await expect(page).toHaveURL(/\?q=invoi$/);
    await expect(search(page)).toHaveValue('invoi');
  });

  await search(page).fill('xyzzy');
  await expect(page.getByText('No answers found for “xyzzy”')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveCount(1);
  await page.getByRole('link', { name: 'ask us' }).click();
  await expect(page.getByLabel('Subject')).toBeInViewport();
  await expect(page.locator('#ticket')).toContainText(owner.fields.email);
});

test('a refused file has an error beside its field, and the text stays; a ticket is sent with its file, mails a copy, and leaves an empty form', async ({
  page,
  owner,
}) => {
  await page.goto('/help');
  await page.getByLabel('Subject').fill('It hangs');
  await page.getByLabel('What happened?').fill('Every day\nat noon.');
  const file = page.getByLabel('Attachment');
  await file.setInputFiles({
    name: 'big.log',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 97),
  });
  await expect(page.getByText('This file is larger than 5 MB.')).toBeVisible();
  await expect(file).toHaveValue('');
  await expect(file).toHaveAttribute('aria-invalid', 'true');
  await file.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This file is larger than 5 MB.')).toBeHidden();
  await send(page).click();
  await expect(page.getByText('This file type can’t be attached.')).toBeVisible();
  await expect(page.getByLabel('What happened?')).toHaveValue('Every day\nat noon.');
  await file.setInputFiles(png);
  await send(page).dblclick();
  await expect(page.getByText('Your request is on its way')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Your requests' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download / })).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download shot.png (70 B)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('shot.png');
  expect(await download.failure()).toBeNull();
  await owner.client.mail(owner.fields.email, /We received your request: It hangs/);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the search and the ticket work as well', async ({ page, owner: _ }) => {
    await page.goto('/help');
    await search(page).fill('roles');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/help\?q=roles$/);
    await expect(questions(page).first()).toHaveText('What can each role do?');
    await questions(page).first().click();
    await expect(page.getByText('Operators change settings')).toBeVisible();

    await page.getByLabel('Subject').fill('It hangs');
    await page.getByLabel('What happened?').fill('Every day.');
    await page.getByLabel('Attachment').setInputFiles({ ...png, name: 'shot.html' });
    await send(page).click();
    await expect(page.getByText('This file type can’t be attached.')).toBeVisible();
    await expect(page.getByLabel('What happened?')).toHaveValue('Every day.');
    await page.getByLabel('Attachment').setInputFiles(png);
    await send(page).click();
    await expect(page.getByText('Your request is on its way')).toBeVisible();
    await expect(page.getByText('Download shot.png')).toBeVisible();
  });
});
