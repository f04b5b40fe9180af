import type { Page } from '@playwright/test';
import { COLOR_RULES, runAxe } from './axe.ts';
import { untilDrawn } from './drawn.ts';
import { expect } from './fixtures.ts';

/** Waits until each color is that of the scheme and no color transition runs. */
export async function untilColorsStand(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/**
 * Checks accessibility in the light and the dark scheme; apart from its colors, a page is the same in both.
 * @param exclude content of a third party.
 */
export async function expectNoBarrier(page: Page, exclude?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await untilColorsStand(page);
    const { violations, passes } = await runAxe(page, {
      ...(exclude !== undefined && { exclude }),
      ...(colorScheme === 'dark' && { rules: COLOR_RULES }),
    });
    expect(violations, `${page.url()}, ${colorScheme}`).toEqual([]);
    // A third party's form covers the page, so there are no colors to compare.
    if (!exclude) expect(passes).toContain('color-contrast');
  }
  await expectColumn(page);
}

/**
 * Asserts that header, content and footer are stacked, each as wide as the page: two in one grid row would share the width.
 */
async function expectColumn(page: Page): Promise<void> {
  const parts = await page.evaluate(() => {
    const layout = document.querySelector('.layout');
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const main = layout?.querySelector('main');
    const footer = layout?.querySelector('footer.footer');
    return {
      isMainWide: !layout || !main || Math.abs(boxOf(layout).width - boxOf(main).width) < 1,
      isFooterBelow: !main || !footer || boxOf(footer).top >= boxOf(main).bottom - 1,
    };
  });
  expect(parts, page.url()).toEqual({ isMainWide: true, isFooterBelow: true });
}

/** Opens every `details`, because axe skips hidden content. */
export async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  });
  await untilDrawn(page);
}
