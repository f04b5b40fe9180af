/**
 * `[light, dark]` of the tokens of the same name in `app/styles/tokens.css`, for mails, plain pages, icons
 * and the sandbox, which have no stylesheet. `tests/unit/components/identity.test.ts` compares both.
 */
export const palette = {
  canvas: ['#f3f6f5', '#0b171b'],
  surface: ['#ffffff', '#122329'],
  ink: ['#11262c', '#e9f0ef'],
  'ink-muted': ['#4a5e64', '#a5b8bc'],
  link: ['#0a5a69', '#8bd2dc'],
  line: ['#d7dfdd', '#22393f'],
  primary: ['#0d4f5c', '#ecbe4d'],
  'on-primary': ['#ffffff', '#1b1605'],
  focus: ['#0b6b7d', '#f5cf72'],
  thread: ['#d9a21b', '#ecbe4d'],
  warp: ['#0d4f5c', '#7cc7d1'],
  success: ['#17653c', '#7fd6a4'],
  danger: ['#a32a24', '#f6a39b'],
} as const;

export type PaletteName = keyof typeof palette;

/** @returns a color for paper and mail, which are light. */
export function lightColor(name: PaletteName): string {
  return palette[name][0];
}

/** @returns the declarations of custom properties for a `:root`, each of both schemes. */
export function paletteCss(): string {
  return Object.entries(palette)
    .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
    .join(';');
}

/** The mark on a 32 by 32 grid: a W whose legs a weft thread passes over, under, over, under. */
export const markPaths = {
  warp: 'M3 6.5 10 26 16 10l6 16 7-19.5',
  weft: 'M1.6 17.5h28.8',
  /** The part of the warp that crosses above the weft. */
  over: 'M12.06 20.5 14.3 14.5M23.97 20.5 26.13 14.5',
} as const;

/** @param colors of the warp and the weft, as CSS. @returns the mark as SVG for pages that no component renders. */
export function markSvg(colors: { warp: string; weft: string }, size = 28): string {
  const { warp, weft } = colors;
  return `<svg width="${size}" height="${size}" viewBox="0 0 32 32" fill="none" stroke-width="3.2" aria-hidden="true">
<path stroke="${warp}" stroke-linecap="round" stroke-linejoin="round" d="${markPaths.warp}"/>
<path stroke="${weft}" stroke-linecap="round" d="${markPaths.weft}"/><path stroke="${warp}" d="${markPaths.over}"/></svg>`;
}

/** The address of the mark as an image, which mail programs require. */
export const iconPath = '/icons/icon-192.png';
export const socialCardPath = '/icons/social-card.png';
