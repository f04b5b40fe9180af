import type * as Palette from './palette.tsx';

let loaded: typeof Palette | null = null;

/** @returns the palette's module, if it can be drawn at once. */
export const getLoadedPalette = (): typeof Palette | null => loaded;

/** Loads the palette with its stylesheet. @throws when its script does not load, which the page's chunk guard answers. */
export async function loadPalette(): Promise<typeof Palette> {
  const palette = await import('./palette.tsx');
  await palette.loadStyles();
  loaded = palette;
  return palette;
}

/** The same before anybody opens the palette. A script that does not load is reported once somebody does. */
export function preloadPalette(): void {
  loadPalette().catch(() => {});
}
