import type { Page } from '@playwright/test';
import { subscribe } from '../support/billing-calls.ts';
import { expect, test } from './support/billing.ts';
import { ownerPages, stepPages, visitorPages } from './support/form-pages.ts';
import { tabTo } from './support/keyboard.ts';
import { leaveDataUnanswered, pressForms } from './support/press-forms.ts';
import { signInAs } from './support/sign-in.ts';

/** Leaves form submissions without a response, like a hanging connection. @returns the posts that were sent. */
async function leaveFormsUnanswered(page: Page): Promise<string[]> {
  const posts: string[] = [];
  await page.route(
    () => true,
    async (route) => {
      const request = route.request();
      if (new URL(request.url()).searchParams.has('_data')) {
        if (request.method() === 'POST') posts.push(request.url());
      } else if (request.isNavigationRequest() && request.method() === 'POST') {
        // The browser itself sends a form whose page has no script yet: this answer keeps the page.
        await route.fulfill({ status: 204 });
      } else await route.continue();
    },
  );
  return posts;
}

test('a submission marks only the pressed button, in the task of the submit event, in every form', async ({
  page,
  trialist,
  database,
}) => {
  await leaveDataUnanswered(page);
  const press = async (paths: readonly string[]) => {
    for (const [index, path] of paths.entries()) {
      const presses = await pressForms(page, path, index === 0);
      expect(presses, path).not.toEqual([]);
      for (const { button, marked } of presses) expect(marked, `${path}: ${button}`).toEqual(['itself']);
    }
  };
  await page.context().clearCookies();
  await press(visitorPages);

  await signInAs(page, trialist.client);
  await subscribe(trialist, { planId: 'starter', period: 'monthly' });
  await press(ownerPages);

  for (const [column, path] of stepPages) {
    const sql = `UPDATE accounts SET ${column} = NULL WHERE id = ?`;
    await database.execute({ sql, args: [trialist.accountId] });
    await press([path]);
  }
});

test('a form is sent once while its answer is pending, and its button is restored after the answer', async ({
  page,
  trialist,
}) => {
  await signInAs(page, trialist.client);
  await page.goto('/account?dialog=name', { waitUntil: 'networkidle' });
  const save = page.getByRole('dialog').locator('[type="submit"]');
  const posts = await leaveFormsUnanswered(page);
  await page.getByLabel('Full name').fill('Ada Byron');
  await save.click();
  await expect(save).toHaveAttribute('data-pending');
  await save.dispatchEvent('click');
  await page.getByLabel('Full name').press('Enter');
  expect(posts).toHaveLength(1);

  // The reload cancels the held post. Unrouted first, the post would reach the portal, whose answer closes the dialog.
  await page.reload({ waitUntil: 'networkidle' });
  await page.unrouteAll();
  await page.getByLabel('Full name').fill('<b>');
  await save.click();
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  await expect(save).not.toHaveAttribute('data-pending');
});

test('a form that fails its own validation shows nothing pending', async ({ page, trialist }) => {
  await signInAs(page, trialist.client);
  await page.goto('/account/security?add=passkey', { waitUntil: 'networkidle' });
  // Only now: a route of Playwright switches the cache off.
  const posts = await leaveFormsUnanswered(page);
  const name = page.getByLabel('Name', { exact: true });
  const add = page.locator('form').filter({ has: name }).locator('[type="submit"]');
  await name.fill('');
  await add.click();
  // The browser's validation rejects the form.
  await expect(name).toBeFocused();
  await expect(add).not.toHaveAttribute('data-pending');
  // The submit waits for a passkey, which no authenticator provides.
  await name.fill('Laptop');
  await add.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(add).not.toHaveAttribute('data-pending');
  expect(posts).toEqual([]);
});

test('focus on the search loads the palette, and a click opens it in its task', async ({
  page,
  trialist,
}) => {
  await signInAs(page, trialist.client);
  await page.goto('/help');
  const search = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true });
  await tabTo(page, search);
  await expect
    .poll(() =>
      page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('/palette-'))),
    )
    .toBe(true);
  const isOpen = await search.evaluate((button) => {
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return new Promise<boolean>((resolve) =>
      queueMicrotask(() => resolve(document.querySelector('dialog.palette[open]') !== null)),
    );
  });
  expect(isOpen).toBe(true);
  await expect(page.getByRole('combobox')).toBeFocused();
});
