import type { Page } from '@playwright/test';

/** Waits until the page for the current URL has rendered: the URL changes a moment earlier. */
export async function untilDrawn(page: Page): Promise<void> {
  try {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  } catch (error) {
    // Another document loaded meanwhile, for example after a redirect: wait for that one.
    if (!String(error).includes('context was destroyed')) throw error;
    await page.waitForLoadState();
    await untilDrawn(page);
  }
}
