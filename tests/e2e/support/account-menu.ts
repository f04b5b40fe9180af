import type { Locator, Page } from '@playwright/test';
import { pressByKey } from './keyboard.ts';

/** @returns the header's account menu button. */
export function accountMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^Account menu/ });
}

/** Signs out through the account menu. */
export async function signOutByMenu(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Signs out through the account menu, by keyboard. */
export async function signOutByKey(page: Page): Promise<void> {
  await pressByKey(page, accountMenu(page));
  await pressByKey(page, page.getByRole('button', { name: 'Sign out' }));
}
