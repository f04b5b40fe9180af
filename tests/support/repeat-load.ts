import type { Page } from '@playwright/test';

/**
 * Opens an address in a browser that knows it already.
 * @returns how many requests the browser's cache did not answer until the page was loaded, and when its load event ended, ms
 *   after the navigation began.
 */
export async function countRequests(
  page: Page,
  url: string,
): Promise<{ count: number; loadMs: number; urls: string[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const asked = new Map<string, string>();
  // https://chromedevtools.github.io/devtools-protocol/tot/Network/
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) asked.set(requestId, request.url);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) asked.delete(requestId);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const loadMs = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return navigation?.loadEventEnd ?? Number.NaN;
  });
  await session.detach();
  return { count: asked.size, loadMs, urls: [...asked.values()] };
}
