import type { Page } from '@playwright/test';

/** Waits until the page is drawn that an address stands for: the address changes a moment before. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
