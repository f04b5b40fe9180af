import type { Page } from '@playwright/test';

/** https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: ReadonlyArray<{ node: Node | null }>;
}

/**
 * Records layout shifts from now on.
 *
 * @param except selector of elements whose inner shifts do not count.
 * @returns a function that reads the sum of the layout shifts.
 */
export async function watchShifts(page: Page, except?: string): Promise<() => Promise<number>> {
  await page.evaluate((selector) => {
    const seen = { shifts: 0 };
    Object.assign(window, { seen });
    const isExcepted = ({ node }: { node: Node | null }) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return selector !== undefined && element !== null && element.closest(selector) !== null;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (entry.sources.length === 0 || !entry.sources.every(isExcepted)) seen.shifts += entry.value;
    }).observe({ type: 'layout-shift' });
  }, except);
  return () => page.evaluate(() => (window as unknown as { seen: { shifts: number } }).seen.shifts);
}
