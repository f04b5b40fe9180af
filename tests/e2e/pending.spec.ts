import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './support/billing.ts';
import { tabTo } from './support/keyboard.ts';

/** An owner's screens with at least one form each. */
const screens = [
  '/dashboard',
  '/manage',
  '/manage/usage',
  '/manage/webhooks',
  '/manage/export',
  '/manage/export/upload',
  '/account?dialog=name',
  '/account?dialog=password',
  '/account/security',
  '/account/members',
  '/account/activity',
  '/account/tokens',
  '/help',
];

/** Leaves form submissions without a response, like a hanging connection. @returns the posts that were sent. */
async function leaveFormsUnanswered(page: Page): Promise<string[]> {
  const posts: string[] = [];
  await page.route(
    (url) => url.searchParams.has('_data'),
    (route) => {
      if (route.request().method() === 'POST') posts.push(route.request().url());
    },
  );
  return posts;
}

/** Without forms that open another tab, and the theme's, which applies immediately. */
const forms = (page: Page) => page.locator('form:not([target], .account-menu__themes):has([type="submit"])');

test('every form shows its submission in the task of the submit event', async ({ page, trialist }) => {
  await signInAs(page, trialist.client);
  await leaveFormsUnanswered(page);
  for (const path of screens) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const count = await forms(page).count();
    expect(count, path).toBeGreaterThan(0);
    for (let index = 0; index < count; index += 1) {
      if (index > 0) await page.goto(path, { waitUntil: 'networkidle' });
      const [label, isPending] = await forms(page)
        .nth(index)
        .evaluate((form: HTMLFormElement) => {
          const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
          form.noValidate = true;
          form.requestSubmit(button);
          // React renders urgent updates once its handlers end; a programmatic submit has no event around it.
          return new Promise<[string, boolean]>((resolve) =>
            queueMicrotask(() =>
              resolve([button?.outerHTML ?? '', button?.hasAttribute('data-pending') ?? false]),
            ),
          );
        });
      expect(isPending, `${path}: ${label}`).toBe(true);
    }
  }
});

test('a form that is on its way is sent once, and its button is itself again after the answer', async ({
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

  await page.unrouteAll();
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByLabel('Full name').fill('<b>');
  await save.click();
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  await expect(save).not.toHaveAttribute('data-pending');
});

test('a form that its own check holds back shows nothing', async ({ page, trialist }) => {
  await signInAs(page, trialist.client);
  const posts = await leaveFormsUnanswered(page);
  await page.goto('/account/security?add=passkey', { waitUntil: 'networkidle' });
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
