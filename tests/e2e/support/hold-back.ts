import type { Page } from '@playwright/test';

/**
 * Holds back the data that a route's page loads by script, or what it posts, as a slow connection does.
 * @param route such as `routes/help`.
 * @returns what lets it through.
 */
export async function holdBack(page: Page, route: string, method = 'GET'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.searchParams.get('_data') === route,
    async (held) => {
      if (held.request().method() === method) await released;
      await held.continue();
    },
  );
  return release;
}
