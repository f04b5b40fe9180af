import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const FOLDER = 'docs/images/before-after';
/** Size of each of the two pictures in CSS pixels: what a laptop shows without scrolling. */
const SHOWN = { width: 800, height: 500 };
const QUALITY = 0.8;

const pairOf = (name: string) => `${FOLDER}/${name}.webp`;

/** @returns whether a screen has a pair. */
export const hasPair = (name: string) => existsSync(pairOf(name));

/**
 * Draws pairs of pictures side by side as WebP: a screen in an earlier gallery, and now.
 *
 * @param before the folder of the earlier gallery; without one, the earlier half of each existing pair stays.
 * @param after the folder of this gallery.
 */
export async function drawPairs(
  by: Browser,
  names: readonly string[],
  { before, after }: { before: string | undefined; after: string },
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const page = await by.newPage();
  for (const name of names) {
    const picture = `${name}/light-1280.png`;
    const sources = [before === undefined ? pairOf(name) : `${before}/${picture}`, `${after}/${picture}`];
    const webp = await page.evaluate(drawPair, { sources: sources.map(toDataUrl), ...SHOWN, QUALITY });
    writeFileSync(pairOf(name), Buffer.from(webp.split(',')[1] ?? '', 'base64'));
  }
  await page.close();
}

const toDataUrl = (path: string) =>
  `data:image/${path.endsWith('.webp') ? 'webp' : 'png'};base64,${readFileSync(path).toString('base64')}`;

/** Runs in the browser. @returns a data URL. */
async function drawPair(pair: { sources: string[]; width: number; height: number; QUALITY: number }) {
  const { sources, width, height, QUALITY: quality } = pair;
  const gap = 16;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 2 * width + gap, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  for (const [index, source] of sources.entries()) {
    const image = new Image();
    image.src = source;
    await image.decode();
    // The first source is a picture, or a pair with the same picture at its left.
    const shown = image.naturalWidth === canvas.width ? width : image.naturalWidth;
    const shownHeight = (shown * height) / width;
    const left = index * (width + gap);
    context.drawImage(image, 0, 0, shown, shownHeight, left, 0, width, height);
  }
  return canvas.toDataURL('image/webp', quality);
}
