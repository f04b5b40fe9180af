import { expect, type Page } from '@playwright/test';
import { untilDrawn } from './drawn.ts';

/** CSS pixels; a smaller difference is of rounding. */
const MIN_SHIFT_PX = 1;
const HEIGHT = 800;
/** Scripts replace a few elements, such as a time; a page rendered again keeps none, and nothing would be compared. */
const MIN_CONNECTED = 0.9;

declare global {
  interface Window {
    /** Where the elements of the page were, by the window's width. */
    places: Record<number, Map<Element, DOMRect>>;
  }
}

/** The first elements that moved show what moved those below them. */
const MAX_REPORTED = 5;

/** Makes the window this wide, and waits until the page has its new layout. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await untilDrawn(page);
}

/** Remembers where each visible element of the page is at the window's width, also below the window. */
export async function rememberPlaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    const places = new Map<Element, DOMRect>();
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (box.width > 0) places.set(element, box);
    }
    window.places = { ...window.places, [innerWidth]: places };
  });
}

/**
 * Compares the whole page, unscrolled as in `rememberPlaces`. The Layout Instability API reports shifts only in the
 * window: a reader who has scrolled down meanwhile would see one that the API misses here.
 *
 * @returns the texts of the first elements that have moved since `rememberPlaces` at this width.
 */
export async function findMoved(page: Page): Promise<string[]> {
  const connected = await page.evaluate(() => {
    const elements = [...(window.places[innerWidth]?.keys() ?? [])];
    return elements.filter(({ isConnected }) => isConnected).length / elements.length;
  });
  expect(connected, 'the part of the elements that the page still has').toBeGreaterThanOrEqual(MIN_CONNECTED);
  return page.evaluate(
    ([minShift, maxReported]) => {
      const moved: string[] = [];
      for (const [element, former] of window.places[innerWidth] ?? []) {
        const { x, y, width, height } = element.getBoundingClientRect();
        // A list that a script replaces stays only for the form.
        const isSeen = width > 0 && height > 0 && !element.closest('.visually-hidden');
        const shift = Math.max(Math.abs(x - former.x), Math.abs(y - former.y));
        if (isSeen && shift >= minShift) moved.push(element.textContent ?? '');
      }
      return moved.slice(0, maxReported);
    },
    [MIN_SHIFT_PX, MAX_REPORTED] as const,
  );
}
