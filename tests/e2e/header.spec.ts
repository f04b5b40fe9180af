import type { Page, Route } from '@playwright/test';
import { setUpOwner } from '../support/people.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { accountMenu } from './support/account-menu.ts';
import { runAxe } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { holdBack } from './support/hold-back.ts';
import { pressByKey, tabTo } from './support/keyboard.ts';
import { signInAs, signInWithoutWorkspace } from './support/sign-in.ts';
import { visit } from './support/visit.ts';

const colorScheme = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
const searchButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Search', exact: true });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });

test('the account menu opens by keyboard, and the theme applies immediately and after a reload', async ({
  page,
  onlineOwner,
}) => {
  await signInAs(page, onlineOwner);
  await page.goto('/dashboard');
  await pressByKey(page, accountMenu(page));
  const dark = page.getByRole('button', { name: 'Dark' });
  const remembered = page.waitForResponse((response) => new URL(response.url()).pathname === '/theme');
  await pressByKey(page, dark);
  await expect(dark).toHaveAttribute('aria-pressed', 'true');
  expect(await colorScheme(page)).toBe('dark');
  await remembered;
  expect((await runAxe(page)).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dark).toBeHidden();
  await expect(accountMenu(page)).toBeFocused();
  await page.reload();
  expect(await colorScheme(page)).toBe('dark');
  // A new page starts with the menu closed.
  await accountMenu(page).click();
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect(dark).toBeHidden();
});

test('the account menu stays open while a form’s answer arrives, and a link to the same page closes it', async ({
  page,
  stack,
}) => {
  await signInWithoutWorkspace(page, stack);
  await page.goto('/account/security?add=app', { waitUntil: 'networkidle' });
  const release = await holdBack(page, 'routes/account-security');
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Add app' }).click();
  // The answer is shown before the page's data is loaded again.
  await expect(page.getByLabel('Code from the app')).toHaveAttribute('aria-invalid', 'true');
  await accountMenu(page).click();
  const security = page.locator('#account-menu').getByRole('link', { name: 'Security' });
  await expect(security).toBeVisible();
  release();
  await expect(page.locator('[data-pending]')).toHaveCount(0);
  await expect(security).toBeVisible();
  await security.click();
  await expect(security).toBeHidden();
});

const failures: ReadonlyArray<readonly [how: string, fail: (route: Route) => Promise<void>]> = [
  ['without a connection', (route) => route.abort()],
  ['while the portal fails', (route) => route.fulfill({ status: 503 })],
];

test('a theme that cannot be saved is reverted, and a palette whose commands do not load offers a retry', async ({
  page,
  onlineOwner,
}) => {
  await signInAs(page, onlineOwner);
  await page.goto('/dashboard');
  // Before hydration, the browser itself would send the form, and leave the page when that fails.
  await expect(searchButton(page)).toBeEnabled();
  for (const [how, fail] of failures) {
    await test.step(`reverts a theme that cannot be saved ${how}`, async () => {
      await page.route('**/theme', fail);
      await accountMenu(page).click();
      const sent = page.waitForRequest('**/theme');
      await page.getByRole('button', { name: 'Light' }).click();
      await sent;
      await expect(page.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
      await page.unroute('**/theme', fail);
    });
  }
  await test.step('a palette whose commands do not load says so and offers a retry', async () => {
    await page.route('**/commands', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await searchButton(page).click();
    await expect(page.getByText('The commands can’t be loaded right now.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  });
});

test('the palette searches by keyboard, opens answers, confirms a restart, and returns the focus; ? lists the shortcuts', async ({
  page,
  onlineOwner,
}) => {
  await signInAs(page, onlineOwner);
  await page.goto('/help');
  await tabTo(page, searchButton(page));
  await expect(searchButton(page)).toBeEnabled();

  await test.step('? lists the shortcuts, and can be switched off', async () => {
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toBeVisible();
    expect((await runAxe(page)).violations).toEqual([]);
    // The search takes the list's place, and returns the focus that the list had taken.
    await page.keyboard.press('Control+K');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(searchButton(page)).toBeFocused();
    await page.keyboard.press('?');
    await list.getByRole('checkbox').uncheck();
    await list.getByRole('button', { name: 'Close' }).click();
    await expect(list).toBeHidden();
    await page.keyboard.press('?');
    // The second key's dialog opens after the first key's would have.
    await page.keyboard.press('Control+K');
    await expect(field(page)).toBeVisible();
    await expect(list).toBeHidden();
    // A key between the closing and its event, which must not close what the key opened.
    const isOpen = await page.evaluate(async () => {
      const find = () => document.querySelector<HTMLDialogElement>('dialog.palette');
      document.execCommand('insertText', false, 'typed before');
      find()?.close();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return find()?.open;
    });
    expect(isOpen).toBe(true);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
  });

  await test.step('the palette searches, confirms a restart, and returns the focus', async () => {
    await expect(page.getByRole('option').first()).toBeVisible();
    expect((await runAxe(page)).violations).toEqual([]);
    await page.keyboard.type('rstrt');
    await expect(page.getByRole('option').first()).toContainText('Restart workspace');
    // An Enter that completes a word of an input method.
    await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await expect(page.getByText('Press Enter again to restart now')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Press Enter again to restart now')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await expect(searchButton(page)).toBeFocused();
    await expect(page).toHaveURL(/\/help$/);

    await page.keyboard.press('Control+K');
    await expect(field(page)).toBeFocused();
    // Beside the palette.
    await page.mouse.click(5, 5);
    await expect(searchButton(page)).toBeFocused();

    await page.keyboard.press('Control+K');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('activ');
    await expect(page.getByRole('option').first()).toContainText('Activity');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/account\/activity$/);
    // The URL changes a moment before the page, whose header takes the place of this one.
    await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible();
  });

  await test.step('a question opens its answer, also twice, and by its address', async () => {
    const question = page.getByText('What counts as an execution?', { exact: true });
    const answer = page.locator('#executions');
    const find = async () => {
      await page.keyboard.press('Control+K');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('what counts');
      await expect(page.getByRole('option').first()).toContainText('What counts as an execution?');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/help#executions$/);
      await expect(answer).toBeInViewport();
    };
    await find();
    await question.click();
    await expect(answer).toBeHidden();
    await find();
    await visit(page, '/dashboard');
    await page.goto('/help#executions');
    await expect(answer).toBeInViewport();
  });
});

test('the menu switches between two accounts by keyboard, and each page shows the other account', async ({
  page,
  stack,
}) => {
  const database = openTestDatabase(stack.databaseUrl);
  const [ada, other] = [await setUpOwner(stack, database), await setUpOwner(stack, database)];
  await database.execute({
    sql: "INSERT INTO memberships (user_id, account_id, role, created_at) VALUES (?, ?, 'member', ?)",
    args: [ada.userId, other.accountId, Date.now()],
  });
  database.close();
  await signInAs(page, ada.client);
  await page.goto('/help');
  await pressByKey(page, accountMenu(page));
  const accounts = page.getByRole('form', { name: 'Switch account' });
  const [own, joined] = [ada, other].map(({ fields }) =>
    accounts.getByRole('button', { name: fields.accountName, exact: true }),
  );
  if (!own || !joined) throw new Error('two accounts have two buttons');
  await expect(own).toHaveAttribute('aria-current', 'true');
  expect((await runAxe(page)).violations).toEqual([]);
  await pressByKey(page, joined);
  await expect(page.getByText('Workspace switched.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText(new RegExp(`^${other.fields.accountName}\\.`))).toBeVisible();
  // The user is a member of this account, so the owner's screens are hidden.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Manage' })).toBeHidden();
  await accountMenu(page).click();
  await expect(joined).toHaveAttribute('aria-current', 'true');
  await own.click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Manage' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an answer’s address opens it', async ({ page, onlineOwner }) => {
    await signInAs(page, onlineOwner);
    await page.goto('/help#executions');
    await expect(page.locator('#executions')).toBeInViewport();
  });

  test('the menu opens, remembers the theme, and signs out', async ({ page, stack }) => {
    await signInWithoutWorkspace(page, stack);
    await page.goto('/account');
    await expect(searchButton(page)).toBeHidden();
    await accountMenu(page).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await accountMenu(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});
