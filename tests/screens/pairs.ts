import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const FOLDER = 'docs/images/before-after';
/** Size of each of the two pictures in CSS pixels: what a laptop shows without scrolling. */
const SHOWN = { width: 800, height: 500 };
const QUALITY = 0.8;

/**
 * Draws pairs of pictures side by side as WebP: a screen in an earlier gallery, and now.
 *
 * @param before the folder of the earlier gallery.
 * @param after the folder of this one.
 */
export async function drawPairs(
  by: Browser,
  names: readonly string[],
  { before, after }: { before: string; after: string },
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const page = await by.newPage();
  for (const name of names) {
    const [earlier, now] = [before, after].map(
      (folder) =>
        `data:image/png;base64,${readFileSync(`${folder}/${name}/light-1280.png`).toString('base64')}`,
    );
    const webp = await page.evaluate(drawPair, { sources: [earlier ?? '', now ?? ''], ...SHOWN, QUALITY });
    writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(webp.split(',')[1] ?? '', 'base64'));
  }
  await page.close();
}

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
    const scaled = (image.naturalHeight * width) / image.naturalWidth;
    context.drawImage(image, index * (width + gap), 0, width, scaled);
  }
  return canvas.toDataURL('image/webp', quality);
}
