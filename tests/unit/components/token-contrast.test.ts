import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tokensFile = new URL('../../../app/styles/tokens.css', import.meta.url);
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** WCAG 2.2, 1.4.3: body text. */
const TEXT = 4.5;
/** WCAG 2.2, 1.4.11: control borders, icons and focus rings. */
const GRAPHIC = 3;

const colors = new Map<string, Record<Scheme, string>>();
const declaration = /--color-([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g;
for (const [, name = '', light = '', dark = ''] of readFileSync(tokensFile, 'utf8').matchAll(declaration)) {
  colors.set(name, { light, dark });
}

function color(name: string, scheme: Scheme): string {
  const found = colors.get(name);
  if (!found) throw new Error(`tokens.css has no color ${name}`);
  return found[scheme];
}

/** WCAG's relative luminance of `#rrggbb`, from 0 to 1. */
function luminance(hex: string): number {
  const linear = (offset: number) => {
    const channel = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['canvas', 'surface', 'raised', 'hover', 'sunken', 'selected'];
const tints = ['info-tint', 'success-tint', 'warning-tint', 'danger-tint'];
const on = (foregrounds: string[], backgrounds: string[], least: number) =>
  foregrounds.flatMap((front) => backgrounds.map((back) => [front, back, least] as const));

const pairs = [
  ...on(['ink', 'ink-muted'], [...surfaces, ...tints], TEXT),
  ...on(['ink-faint'], ['canvas', 'surface', 'sunken'], TEXT),
  ...on(['link'], ['canvas', 'surface', ...tints], TEXT),
  ...on(['on-primary'], ['primary', 'primary-hover', 'primary-active'], TEXT),
  ...on(['on-danger'], ['danger-fill', 'danger-fill-hover'], TEXT),
  ...['info', 'success', 'warning', 'danger'].map((tone) => [tone, `${tone}-tint`, TEXT] as const),
  ...on(['danger'], ['canvas', 'surface'], TEXT),
  ...on(['line-strong', 'danger', 'focus', 'selected-line'], ['canvas', 'surface'], GRAPHIC),
  ...on(['primary', 'danger-fill'], ['canvas', 'surface'], GRAPHIC),
  ...on(['surface'], ['selected-line'], GRAPHIC),
  ...on(['selected-line'], ['selected'], GRAPHIC),
  ...on(['warp', 'high', 'danger'], ['sunken'], GRAPHIC),
];

for (const scheme of schemes) {
  test.each(pairs)(`${scheme}: %s on %s has a contrast of at least %d`, (front, back, least) => {
    expect(contrast(color(front, scheme), color(back, scheme))).toBeGreaterThanOrEqual(least);
  });
}

test('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
