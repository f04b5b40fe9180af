import type { Page } from '@playwright/test';

/** Makes each page of this tab one of a reader who asked for less data: nothing loads before it is asked for or pointed at. */
export async function askForLessData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
}
