/** Draws the icons and the social card of `public/icons` from the mark: `node scripts/screens/write-icons.ts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { markSvg, palette } from '#app/domain/brand/identity.ts';
import { browserOptions } from './browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [ground, thread] = [palette.primary[0], palette.thread[1]];
const onGround = { warp: palette['on-primary'][0], weft: thread };

/** @param share the fraction of the picture's width that the mark takes. */
function icon(size: number, { share, radius }: { share: number; radius: number }): string {
  return `<div style="width:${size}px;height:${size}px;display:grid;place-items:center;background:${ground};border-radius:${radius * size}px">
    ${markSvg(onGround, Math.round(size * share))}</div>`;
}

const font = readFileSync(`${root}app/styles/fonts/hanken-grotesk.woff2`).toString('base64');
const card = `<style>@font-face{font-family:Hanken;src:url(data:font/woff2;base64,${font});font-weight:100 900}</style>
<div style="width:1200px;height:630px;box-sizing:border-box;padding:96px;background:${palette.canvas[1]};color:${palette.ink[1]};font-family:Hanken;
  display:flex;flex-direction:column;justify-content:space-between;position:relative;overflow:hidden">
  <svg style="position:absolute;inset:0" width="1200" height="630" fill="none">${Array.from(
    { length: 16 },
    (_, index) => {
      const y = 96 + index * 13;
      const color = index === 13 ? thread : palette.line[1];
      return `<path stroke="${color}" stroke-width="${index === 13 ? 3 : 2}" d="M-20 ${y}C300 ${y + 60} 520 ${y - 150} 760 ${y - 60}S1100 ${y + 70} 1240 ${y - 110}"/>`;
    },
  ).join('')}</svg>
  <div style="display:flex;gap:24px;align-items:center;font-size:44px;font-weight:650;position:relative">${markSvg({ warp: palette.warp[1], weft: thread }, 84)}Weft Cloud</div>
  <div style="font-size:78px;line-height:1.08;font-weight:650;letter-spacing:-0.02em;max-width:900px;position:relative">Your workflows, online within a minute.</div>
</div>`;

const pictures: Array<[file: string, html: string, width: number, height: number]> = [
  ['icon-192.png', icon(192, { share: 0.78, radius: 0.22 }), 192, 192],
  ['icon-512.png', icon(512, { share: 0.78, radius: 0.22 }), 512, 512],
  // Platforms crop these to their own shape, so the mark stays in the safe zone: the middle 80 %.
  ['maskable-512.png', icon(512, { share: 0.56, radius: 0 }), 512, 512],
  ['apple-touch-icon.png', icon(180, { share: 0.66, radius: 0 }), 180, 180],
  ['social-card.png', card, 1200, 630],
];

const browser = await chromium.launch(browserOptions);
for (const [file, html, width, height] of pictures) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:0}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${root}public/icons/${file}`, omitBackground: true });
  await page.close();
}
await browser.close();
