import type { Locator, Page } from '@playwright/test';
import { errors } from '#app/i18n/en/errors.ts';
import { COLOR_RULES, runAxe } from './support/axe.ts';
import { test as base, expect } from './support/fixtures.ts';
import { askForLessData } from './support/save-data.ts';
import { signInWithoutWorkspace } from './support/sign-in.ts';

/** Ignores console errors for what the test breaks on purpose; an uncaught script error still fails it. */
const test = base.extend<{ noConsoleErrors: undefined }>({
  noConsoleErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await use(undefined);
    expect(errors.filter((message) => !/dynamically imported module/.test(message))).toEqual([]);
  },
});

/** Counts the documents that the browser opened. */
function countLoads(page: Page): { documents: number } {
  const seen = { documents: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.documents += 1;
  });
  return seen;
}

/** Waits until React handles a link; until then the browser follows it. */
async function untilLive(link: Locator): Promise<void> {
  const isLive = () =>
    link.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')));
  await expect.poll(isLive).toBe(true);
}

test.describe('with an empty cache', () => {
  // A script that is in the cache does not fail to load.
  test.use({ hasOwnContext: true });

  test('a part that does not load reloads the page, at most once a minute', async ({ page, stack }) => {
    await signInWithoutWorkspace(page, stack);
    // Prefetches nothing before the click that fails.
    await askForLessData(page);
    await page.clock.install();
    await page.goto('/account');
    const loads = countLoads(page);
    const file = await page.evaluate(() => {
      const { __remixManifest } = globalThis as unknown as {
        __remixManifest: { routes: Record<string, { module: string }> };
      };
      return __remixManifest.routes['routes/account-activity']?.module;
    });
    expect(file).toMatch(/^\/assets\/.+\.js$/);
    const part = `**${file}`;
    await page.route(part, (route) => route.abort());
    const activity = page.getByRole('link', { name: 'Activity' });

    await untilLive(activity);
    const reloaded = page.waitForEvent('load');
    await activity.click();
    await reloaded;
    await expect(page).toHaveURL(/\/account$/);
    expect(loads.documents).toBe(1);

    // Within the minute the page reports the failure and does not reload.
    await untilLive(activity);
    await activity.click();
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    expect(loads.documents).toBe(1);

    await page.goto('/account');
    await untilLive(activity);
    await page.clock.fastForward(61_000);
    loads.documents = 0;
    const reloadedAgain = page.waitForEvent('load');
    await activity.click();
    await reloadedAgain;
    expect(loads.documents).toBe(1);

    // Once the chunk is available, the page loads.
    await page.unroute(part);
    await untilLive(activity);
    await activity.click();
    await expect(page.getByText('Everything that changed your account')).toBeVisible();
    expect(loads.documents).toBe(1);
  });

  test('a page whose own script is missing reloads once, and then stays', async ({ page, stack }) => {
    await signInWithoutWorkspace(page, stack);
    await page.route(/\/assets\/entry\.client-[\w-]+\.js/, (route) => route.abort());
    const loads = countLoads(page);
    await page.goto('/account');
    await page.waitForFunction(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return visit?.type === 'reload' && document.readyState === 'complete';
    });
    expect(loads.documents).toBe(2);
    await page.reload();
    expect(loads.documents).toBe(3);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('an unknown address shows an error and links home', async ({ page }) => {
      const answer = await page.goto('/no/such/page');
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible();
      await expect(page).toHaveTitle('This page could not be found – Weft Cloud');
      await expect(page.getByText(/Reference: req_/)).toBeVisible();
      await page.getByRole('link', { name: 'Back to the home page' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });

    test('a download that does not exist is a page, too', async ({ page, stack }) => {
      await signInWithoutWorkspace(page, stack);
      const answer = await page.goto('/help/tickets/tkt_none/attachment');
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This file doesn’t exist' })).toBeVisible();
      await page.getByRole('link', { name: 'Back to the home page' }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });
}

test('a form that is too large to read keeps its input, and says why', async ({ page }) => {
  await page.goto('/forgot-password', { waitUntil: 'networkidle' });
  const email = page.getByLabel('Email', { exact: true });
  const typed = 'a'.repeat(1024 * 1024);
  await email.evaluate((input, text) => {
    (input as HTMLInputElement).value = text;
  }, typed);
  await page.locator('#forgot-password [type=submit]').click();
  await expect(page.getByText(errors.body_too_large)).toBeVisible();
  expect(await email.inputValue()).toHaveLength(typed.length);
});

test('the plain page has no accessibility barrier', async ({ page, stack }) => {
  await signInWithoutWorkspace(page, stack);
  await page.goto('/help/tickets/tkt_none/attachment');
  expect((await runAxe(page)).violations).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await runAxe(page, { rules: COLOR_RULES })).violations).toEqual([]);
});

test('with the database down the error page renders, without a second failure', async ({ page, stack }) => {
  await signInWithoutWorkspace(page, stack);
  await stack.killDatabase();
  try {
    const answer = await page.goto('/dashboard');
    expect(answer?.status()).toBe(503);
    await expect(page.getByText(/Reference: req_/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to the home page' })).toBeVisible();
  } finally {
    await stack.startDatabase();
  }
});
