import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { pressByKey, tabTo, typeByKey } from './keyboard.ts';

/** How a person operates a page: every journey runs with both. */
export interface Hands {
  /** Presses a button or link, or opens a `summary`. */
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** Selects a checkbox or radio button. */
  check(control: Locator): Promise<void>;
  /** @param label prefix of the option's text. */
  select(field: Locator, label: string): Promise<void>;
}

/** Keyboard only: Tab, Enter, Space and arrow keys. */
export function keyboardOf(page: Page): Hands {
  return {
    press: (control) => pressByKey(page, control),
    type: (field, text) => typeByKey(page, field, text),
    check: async (control) => {
      const isRadio = (await control.getAttribute('type')) === 'radio';
      // Tab stops once per radio group; the arrow keys move within it.
      if (isRadio) await tabToGroup(page, control);
      else await tabTo(page, control);
      if (!(await control.isChecked())) await page.keyboard.press('Space');
      await expect(control).toBeChecked();
    },
    select: async (field, label) => {
      await tabTo(page, field);
      const chosen = field.locator('option:checked');
      // A browser treats keys more than a second apart as two searches, so a slow machine retries.
      await expect(async () => {
        await page.keyboard.type(label);
        await expect(chosen).toHaveText(new RegExp(`^${label}`), { timeout: 1_500 });
      }).toPass();
    },
  };
}

/** A mouse, in a browser without JavaScript. */
export const mouse: Hands = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  check: (control) => control.check(),
  select: async (field, label) => {
    const value = await field
      .locator('option', { hasText: new RegExp(`^${label}`) })
      .first()
      .getAttribute('value');
    await field.selectOption(value ?? '');
  },
};

async function tabToGroup(page: Page, radio: Locator): Promise<void> {
  const group = page.locator(`input[name="${await radio.getAttribute('name')}"]`);
  const checked = group.and(page.locator(':checked'));
  await tabTo(page, (await checked.count()) > 0 ? checked : group.first());
  for (let moves = await group.count(); moves > 0; moves -= 1) {
    if (await radio.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`No arrow reaches ${radio}`);
}
