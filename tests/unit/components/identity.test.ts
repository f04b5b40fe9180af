import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconPath, lightColor, markPaths, palette, socialCardPath } from '#app/domain/brand/identity.ts';
import { plainPage } from '#app/http/plain-page.ts';
import { renderMail } from '#app/integrations/mail/layout.ts';
import { stylesheet } from '#sandbox/server/stylesheet.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the shared colors are the tokens of the portal’s stylesheet', () => {
  const tokens = read('app/styles/tokens.css');
  for (const [name, [light, dark]] of Object.entries(palette)) {
    expect(tokens).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
  }
});

test('mails, plain pages and the sandbox only use the shared colors', () => {
  const known = Object.values(palette).flat().map(String);
  const mail = renderMail(
    {
      subject: 's',
      greeting: 'Hi',
      paragraphs: ['p'],
      facts: [['a', 'b']],
      quote: 'q',
      smallPrint: 'x',
      action: { label: 'Open', url: 'https://weft.example/' },
    },
    'https://weft.example',
  ).html;
  const page = plainPage({
    pageTitle: 't',
    eyebrow: 'ada',
    title: 'h',
    nonce: 'n',
    link: { href: '/', label: 'l' },
  });
  for (const text of [mail, page, stylesheet.text]) {
    const colors = [...text.matchAll(/#[\da-f]{3,8}\b/gi)].map(([color]) => color.toLowerCase());
    expect(colors).not.toEqual([]);
    expect(colors.filter((color) => !known.includes(color))).toEqual([]);
  }
});

test('the icon has the mark and colors of the portal', () => {
  const icon = read('public/favicon.svg');
  for (const path of Object.values(markPaths)) expect(icon).toContain(`d="${path}"`);
  for (const color of [lightColor('warp'), palette.thread[1]]) expect(icon).toContain(color);
});

test('every icon of the manifest exists, in its size', () => {
  const manifest = JSON.parse(read('public/manifest.webmanifest')) as {
    theme_color: string;
    background_color: string;
    icons: Array<{ src: string; sizes: string; type: string }>;
  };
  expect([manifest.theme_color, manifest.background_color]).toEqual([
    lightColor('primary'),
    lightColor('canvas'),
  ]);
  const pictures = [
    ...manifest.icons.filter(({ type }) => type === 'image/png'),
    { src: '/icons/apple-touch-icon.png', sizes: '180x180' },
    { src: socialCardPath, sizes: '1200x630' },
  ];
  expect(pictures.map(({ src }) => src)).toContain(iconPath);
  for (const { src, sizes } of pictures) {
    const url = new URL(`../../../public${src}`, import.meta.url);
    expect(existsSync(url), src).toBe(true);
    // Width and height from a PNG's first chunk.
    const bytes = readFileSync(url);
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
