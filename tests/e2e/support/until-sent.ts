import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Waits until the server sends a page with these words to this browser. A reload of the page takes thirty times as much
 * processor time.
 */
export async function untilSent(page: Page, path: string, words: string): Promise<void> {
  const html = async () => {
    const text = await (await page.request.get(path)).text();
    // React separates adjacent texts.
    return text.replaceAll('<!-- -->', '');
  };
  await expect.poll(async () => (await html()).includes(words), { message: `${path}: ${words}` }).toBe(true);
}
