import type { Page } from '@playwright/test';

/** Makes every page of this tab behave as with `Save-Data`: nothing preloads until the pointer is on it. */
export async function askForLessData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
}
