import type { Page } from '@playwright/test';

/** https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: ReadonlyArray<{ node: Node | null }>;
}

/** Runs in the page. */
function observeShifts(except?: string): void {
  const seen = { shifts: 0, moved: [] as string[] };
  Object.assign(window, { seen });
  const isExcepted = ({ node }: { node: Node | null }) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    return except !== undefined && element !== null && element.closest(except) !== null;
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      if (sources.length > 0 && sources.every(isExcepted)) continue;
      seen.shifts += value;
      seen.moved.push(...sources.map(({ node }) => node?.textContent ?? ''));
    }
  }).observe({ type: 'layout-shift' });
}

/**
 * Records layout shifts from now on.
 *
 * @param except selector of elements whose inner shifts do not count.
 * @returns a function that reads the sum of the layout shifts.
 */
export async function watchShifts(page: Page, except?: string): Promise<() => Promise<number>> {
  await page.evaluate(observeShifts, except);
  return () => page.evaluate(() => (window as unknown as { seen: { shifts: number } }).seen.shifts);
}

/**
 * Records the layout shifts of each page from its first paint on.
 *
 * @returns a function that reads the texts of the elements that moved since its last call.
 */
export async function watchLoads(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(observeShifts);
  return () => page.evaluate(() => (window as unknown as { seen: { moved: string[] } }).seen.moved.splice(0));
}
