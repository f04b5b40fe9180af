import { loadStylesheet } from '../ui/load-stylesheet.ts';
import stylesheet from './palette.css?url';
import type * as Palette from './palette.tsx';

let loaded: typeof Palette | null = null;

/** @returns the palette's module, if it is ready to render. */
export const getLoadedPalette = (): typeof Palette | null => loaded;

/** Loads the palette with its stylesheet. @throws when its script does not load, which the page's chunk guard answers. */
export async function loadPalette(): Promise<typeof Palette> {
  const [palette] = await Promise.all([import('./palette.tsx'), loadStylesheet(stylesheet)]);
  loaded = palette;
  return palette;
}

/** Loads the palette before it is opened. Ignores a failure, which `loadPalette` reports when a person opens it. */
export function preloadPalette(): void {
  loadPalette().catch(() => {});
}
