import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the page does every ten seconds while requests wait. */
    reloadNow: () => void;
  }
}

/** Lets a test reload the list of held webhooks as its page does every ten seconds. @returns the reload of the opened page. */
export async function takeReload(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { setInterval } = window;
    window.setInterval = ((callback: () => void, ms?: number) => {
      if (ms === 10_000) window.reloadNow = callback;
      return Reflect.apply(setInterval, window, [callback, ms]);
    }) as typeof window.setInterval;
  });
  return () => page.evaluate(() => window.reloadNow());
}
