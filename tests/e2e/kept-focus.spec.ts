import type { Locator, Page } from '@playwright/test';
import { subscribe } from '../support/billing-calls.ts';
import { addTeammate, invite } from '../support/people.ts';
import { newAddress } from '../support/portal-client.ts';
import { expect, test } from './support/billing.ts';
import { pressByKey, tabTo, typeByKey } from './support/keyboard.ts';
import { untilHydrated } from './support/visit.ts';

/** A heading of the page's content, by its exact name. */
const heading = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('heading', { name, exact: true });

/** Opens a page, and waits until the script that keeps the focus runs: it loads with the first focus. */
async function openPage(page: Page, path: string): Promise<void> {
  const script = page.waitForResponse(/\/focus-[^/]+\.js$/);
  await page.goto(path);
  await untilHydrated(page);
  await page.keyboard.press('Tab');
  // An import of a loaded module resolves once it has run.
  await page.evaluate((url) => import(url), (await script).url());
}

test('a control that an action replaces keeps the focus', async ({ page, trialist, database }) => {
  await addTeammate(trialist, database);

  await test.step('the button that saves a role', async () => {
    await openPage(page, '/account/members');
    await page.getByLabel('Role of Grace Hopper', { exact: true }).selectOption('operator');
    const save = page.getByRole('button', { name: 'Save role of Grace Hopper' });
    await pressByKey(page, save);
    await expect(page.getByRole('status').filter({ hasText: 'Role changed.' })).toBeVisible();
    await expect(save).toBeFocused();
  });

  await test.step('the button of a filter', async () => {
    await openPage(page, '/account/activity');
    await page.getByLabel('What', { exact: true }).selectOption('members');
    const show = page.getByRole('button', { name: 'Show', exact: true });
    await pressByKey(page, show);
    await expect(page).toHaveURL(/what=members/);
    await expect(show).toBeFocused();
  });
});

test('an action that removes its own row moves the focus to the heading of the list', async ({
  page,
  trialist,
  database,
}) => {
  await addTeammate(trialist, database);
  const email = newAddress();
  await invite(trialist, email);
  await openPage(page, '/account/members');

  await pressByKey(page, page.getByRole('button', { name: `Revoke the invitation for ${email}` }));
  await expect(page.getByRole('status').filter({ hasText: 'Invitation revoked.' })).toBeVisible();
  await expect(heading(page, 'Pending invitations')).toBeFocused();
  // The next tab stop follows the heading, not the top of the page.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Invite teammates' })).toBeFocused();

  // A `summary` has no role that Playwright knows by its name.
  await pressByKey(page, page.getByLabel('Remove Grace Hopper'));
  await pressByKey(page, page.getByRole('button', { name: 'Yes, remove' }));
  await expect(page.getByRole('status').filter({ hasText: 'Member removed.' })).toBeVisible();
  await expect(heading(page, 'Members')).toBeFocused();
});

test('a dialog whose opener is gone after its action moves the focus to the heading', async ({
  page,
  trialist,
}) => {
  await subscribe(trialist, { planId: 'starter', period: 'monthly' });
  await openPage(page, '/manage/billing');
  await pressByKey(page, page.getByRole('link', { name: 'Cancel subscription' }));
  const dialog = page.getByRole('dialog');
  await typeByKey(page, dialog.getByRole('textbox'), trialist.fields.accountName);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Subscription cancelled.' })).toBeVisible();
  await expect(heading(page, 'Manage your workspace')).toBeFocused();
});

test('rows of a form take and pass on the focus', async ({ page, trialist: _trialist }) => {
  await openPage(page, '/invite-teammate');
  await pressByKey(page, page.getByRole('button', { name: 'Add another user' }));
  await expect(page.getByLabel('Email address 4')).toBeFocused();

  await pressByKey(page, page.getByRole('button', { name: 'Remove user 2' }));
  await expect(page.getByLabel('Email address 4')).toHaveCount(0);
  await expect(page.getByLabel('Email address 2')).toBeFocused();

  await pressByKey(page, page.getByRole('button', { name: 'Remove user 3' }));
  await expect(page.getByLabel('Email address 3')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add another user' })).toBeFocused();
});

test('the focus of a control without a usable successor moves to the heading around it', async ({
  page,
  trialist,
  database,
}) => {
  await addTeammate(trialist, database);
  await test.step('of the card, when the control comes back disabled', async () => {
    await openPage(page, '/account/members');
    const save = page.getByRole('button', { name: 'Save role of Grace Hopper' });
    await tabTo(page, save);
    await save.evaluate((button: HTMLButtonElement) => {
      const disabled = button.cloneNode(true) as HTMLButtonElement;
      disabled.disabled = true;
      button.replaceWith(disabled);
    });
    await expect(heading(page, 'Members')).toBeFocused();
  });
  await test.step('of the page, when it changes with the control, as a workspace comes online', async () => {
    await openPage(page, '/account/members');
    const save = page.getByRole('button', { name: 'Save role of Grace Hopper' });
    await tabTo(page, save);
    await save.evaluate((button) => {
      const title = document.querySelector('h1');
      if (title) title.textContent = 'Your workspace is online';
      button.replaceWith(button.cloneNode(true));
    });
    await expect(heading(page, 'Your workspace is online')).toBeFocused();
  });
  await test.step('of the dialog, while it is open', async () => {
    await openPage(page, '/account');
    await pressByKey(page, page.getByRole('link', { name: 'Change password' }));
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await tabTo(page, dialog.getByLabel('New password', { exact: true }));
    await dialog.locator('form').evaluate((form) => form.remove());
    await expect(dialog.getByRole('heading', { name: 'Change password' })).toBeFocused();
  });
});

test('a part that disappears moves no focus that is elsewhere', async ({ page, trialist, database }) => {
  await addTeammate(trialist, database);
  await openPage(page, '/account/members');
  const remove = page.getByLabel('Remove Grace Hopper');
  await tabTo(page, remove);
  const row = page.getByRole('listitem').filter({ has: remove });
  // A click on text outside the content takes the focus away from the row.
  await page.getByRole('contentinfo').getByText('Weft Cloud', { exact: true }).click();
  await row.evaluate((element) => element.remove());
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});
