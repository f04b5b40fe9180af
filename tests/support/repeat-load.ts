import type { Page } from '@playwright/test';

/** The cost of a page in a browser that has visited it before. */
export interface RepeatLoad {
  /** Requests that the browser's cache did not answer, and their URLs. */
  count: number;
  urls: string[];
  /** Since the start of the navigation, ms. */
  firstByteMs: number;
  loadMs: number;
}

/**
 * Opens a page in a browser that has visited it before.
 * @param settled waits for loads after the network was idle; by default does not wait.
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
