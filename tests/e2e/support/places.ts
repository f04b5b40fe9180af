import { expect, type Page } from '@playwright/test';
import { untilDrawn } from './drawn.ts';

/** The Layout Instability API reports no smaller shift, CSS pixels. */
const MIN_SHIFT_PX = 3;
const HEIGHT = 800;
/** Scripts replace a few elements, such as a time; a page rendered again keeps none, and nothing would be compared. */
const MIN_CONNECTED = 0.9;

declare global {
  interface Window {
    /** Where the elements in the window were. */
    places: Map<Element, DOMRect>;
  }
}

/** Makes the window this wide, and waits until the page has its new layout. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await untilDrawn(page);
}

/** Remembers where each element is that a reader sees in the window. */
export async function rememberPlaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.places = new Map();
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && box.top < innerHeight && box.bottom > 0) window.places.set(element, box);
    }
  });
}

/**
 * As the Layout Instability API, which reports shifts only at the window's current width, leaves out elements below the
 * window and hidden ones.
 *
 * @returns the texts of the elements that have moved since `rememberPlaces`.
 */
export async function findMoved(page: Page): Promise<string[]> {
  const connected = await page.evaluate(() => {
    const elements = [...window.places.keys()];
    return elements.filter(({ isConnected }) => isConnected).length / elements.length;
  });
  expect(connected, 'the part of the elements that the page still has').toBeGreaterThanOrEqual(MIN_CONNECTED);
  return page.evaluate((minShift) => {
    const moved: string[] = [];
    for (const [element, former] of window.places) {
      const { x, y, width, height } = element.getBoundingClientRect();
      // A list that a script replaces stays only for the form.
      const isSeen = width > 0 && height > 0 && !element.closest('.visually-hidden');
      const shift = Math.max(Math.abs(x - former.x), Math.abs(y - former.y));
      if (isSeen && shift >= minShift) moved.push(element.textContent ?? '');
    }
    return moved;
  }, MIN_SHIFT_PX);
}
