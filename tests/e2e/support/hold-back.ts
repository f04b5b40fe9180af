import type { Page } from '@playwright/test';

/**
 * Delays a route's loader data, or its submissions, like a slow connection.
 * @param route such as `routes/help`.
 * @returns a function that releases the requests.
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
