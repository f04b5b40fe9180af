import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { signInWithoutWorkspace } from './support/sign-in.ts';

/** @returns the first instant on a page, both as text and as UTC ms. */
async function firstInstant(page: Page): Promise<{ text: string; at: number; title: string | null }> {
  const time = page.locator('main time').first();
  const at = Date.parse((await time.getAttribute('datetime')) ?? '');
  return { text: (await time.textContent()) ?? '', at, title: await time.getAttribute('title') };
}

/** The time of day in a zone, from the browser's own tables rather than the product's. */
const clockIn = (zone: string, at: number) =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });

test.describe('far from UTC', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test('an instant is in the reader’s zone, from the second page on before any script runs', async ({
    page,
    stack,
  }) => {
    await signInWithoutWorkspace(page, stack);
    await page.goto('/account/activity');
    const hydrated = await firstInstant(page);
    await expect(page.locator('main time').first()).toContainText(clockIn('Asia/Kathmandu', hydrated.at));
    expect(hydrated.title).toBe(new Date(hydrated.at).toISOString());

    const cookies = await page.context().cookies();
    const cookie = cookies.find(({ name }) => name === 'timezone');
    expect(cookie).toMatchObject({ value: expect.stringMatching(/^Asia\/Kat(h)?mandu$/), sameSite: 'Lax' });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);

    const html = await (await page.request.get('/account/activity')).text();
    expect(html).toContain(clockIn('Asia/Kathmandu', hydrated.at));
    expect(html).not.toMatch(/<time[^>]*>[^<]*Berlin<\/time>/);

    // Hydration re-renders nothing: the fixture fails on a warning from React.
    await page.reload();
    await expect(page.locator('main time').first()).toContainText(clockIn('Asia/Kathmandu', hydrated.at));
  });

  test('ignores a cookie with an invalid zone', async ({ page, stack, context }) => {
    await signInWithoutWorkspace(page, stack);
    for (const value of ['Mars/Olympus', '%3Cscript%3E', 'x'.repeat(2_000)]) {
      await context.addCookies([{ name: 'timezone', value, url: stack.portalUrl }]);
      const html = await (await page.request.get('/account/activity')).text();
      expect(html).toMatch(/<time[^>]*>[^<]* Europe\/Berlin<\/time>/);
      expect(html).not.toContain('Olympus');
    }
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, timezoneId: 'Asia/Tokyo' });

  test('an instant is in the account’s zone, which is named', async ({ page, stack }) => {
    await signInWithoutWorkspace(page, stack);
    await page.goto('/account/activity');
    const { text, at } = await firstInstant(page);
    expect(text).toContain(`${clockIn('Europe/Berlin', at)} Europe/Berlin`);
  });
});

test('the language is remembered for a year, and an invalid value is ignored', async ({
  page,
  context,
  stack,
}) => {
  const localeCookie = async () => (await context.cookies()).find(({ name }) => name === 'locale');
  await page.goto('/login');
  const cookie = await localeCookie();
  expect(cookie).toMatchObject({ value: 'en', httpOnly: true, sameSite: 'Lax' });
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeGreaterThan(364);
  await context.addCookies([{ name: 'locale', value: 'xx-script', url: stack.portalUrl }]);
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect((await localeCookie())?.value).toBe('en');
});
