import type { Page } from '@playwright/test';

/** Waits until the page is drawn that an address stands for: the address changes a moment before. */
export async function untilDrawn(page: Page): Promise<void> {
  try {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  } catch (error) {
    // Another document came meanwhile, as after a redirect: that is the one to wait for.
    if (!String(error).includes('context was destroyed')) throw error;
    await page.waitForLoadState();
    await untilDrawn(page);
  }
}
