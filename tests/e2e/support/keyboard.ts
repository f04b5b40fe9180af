import { expect, type Locator, type Page } from '@playwright/test';

/** Far more tab stops than any page has. */
const MAX_STOPS = 150;

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  // A locator searches the whole page by role and name at each stop; React keeps most elements.
  let element = await control.elementHandle();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    const state = await element?.evaluate((one) =>
      one.isConnected ? one === document.activeElement : 'replaced',
    );
    if (state === true) return;
    if (state === 'replaced') element = await control.elementHandle();
    else await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab reaches ${control}`);
}

/** Tabs to a link or button and presses Enter. */
export async function pressByKey(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Tabs to a field, which selects its content, and types over it. */
export async function typeByKey(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}
