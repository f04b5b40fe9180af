import { expect, test } from './support/fixtures.ts';

// Only a real browser shows which cookies Chromium accepts and sends.
test('a look-alike of the session cookie signs no browser in, and a second one does not lock the user out', async ({
  page,
}) => {
  await page.goto('/login');
  const token = 'A'.repeat(43);
  const planted = await page.evaluate((value) => {
    for (const space of ['\u2000', '\u00A0', '\uFEFF', '\u3000']) {
      Object.assign(document, { cookie: `${space}token=${value}; path=/` });
      Object.assign(document, { cookie: `${space}device=${value}; path=/` });
    }
    return document.cookie;
  }, token);
  expect(planted).toContain('\u2000token=');
  // A cookie that the portal reads would be an expired session, which the page reports.
  const answer = await page.goto('/login');
  expect(answer?.status()).toBe(200);
  expect((await answer?.request().allHeaders())?.cookie).toContain('token=');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?returnPath=/);

  await page.evaluate((value) => {
    Object.assign(document, { cookie: `token=${value}; path=/` });
    Object.assign(document, { cookie: `token=${value}; path=/login` });
  }, token);
  const refused = await page.goto('/login');
  expect(refused?.status()).toBe(400);
  await expect(page.getByText('Your browser sent a cookie twice')).toBeVisible();
  expect((await page.goto('/login'))?.status()).toBe(200);
});
