import type { Page } from '@playwright/test';

/** What a page costs a browser that knows it already. */
export interface RepeatLoad {
  /** Requests that the browser's cache did not answer, and their addresses. */
  count: number;
  urls: string[];
  /** After the navigation began, ms. */
  firstByteMs: number;
  loadMs: number;
}

/**
 * Opens an address in a browser that knows it already.
 * @param settled waits for what the page loads after its network was idle; by default for nothing.
 */
export async function countRequests(
  page: Page,
  url: string,
  settled: () => Promise<unknown> = async () => {},
): Promise<RepeatLoad> {
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
  await settled();
  const { responseStart, loadEventEnd } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!navigation) throw new Error('The browser has no timing of this page.');
    return { responseStart: navigation.responseStart, loadEventEnd: navigation.loadEventEnd };
  });
  await session.detach();
  return { count: asked.size, firstByteMs: responseStart, loadMs: loadEventEnd, urls: [...asked.values()] };
}
