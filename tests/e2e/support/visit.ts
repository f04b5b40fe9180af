import type { Page } from '@playwright/test';
import { untilDrawn } from './drawn.ts';

/** Far longer than a page takes to hydrate once all of its files have loaded. */
const MAX_HYDRATION_MS = 10_000;

/**
 * Opens another page of the portal as its links do: within the open document, which has its scripts already. Takes half of
 * the processor time of `page.goto`.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await untilHydrated(page);
  try {
    await page.evaluate((to) => window.__remixRouter.navigate(to, { flushSync: true }), path);
  } catch (error) {
    // The page is one that loads another document.
    if (!String(error).includes('context was destroyed')) throw error;
    await page.waitForLoadState();
  }
  await untilDrawn(page);
}

/** Waits until React has taken over the document: earlier it would not notice a navigation, or render the page again. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Until then, React hydrates in one task after the other. A page that is never idle hangs no test.
  await page.evaluate(
    (timeout) => new Promise<unknown>((resolve) => requestIdleCallback(resolve, { timeout })),
    MAX_HYDRATION_MS,
  );
}
