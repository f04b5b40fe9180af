import { loadRouteModule as loadUnguarded } from '@remix-run/react/dist/esm/routeModules.js';
import { ChunkFailure } from './chunk-guard.ts';

declare global {
  interface Window {
    /** Defined by the page's own script (`chunk-guard.ts`). */
    __reloadForChunk: () => boolean;
  }
}

/**
 * Replaces Remix's loader of route chunks (`vite.alias.ts`). Remix reloads the page for every missing chunk; this loader
 * asks the page's guard first.
 *
 * @throws ChunkFailure when a reload within the last minute did not help.
 */
export const loadRouteModule: typeof loadUnguarded = async (route, loaded) => {
  if (!(route.id in loaded)) {
    try {
      await import(/* @vite-ignore */ route.module);
    } catch (error) {
      if (!window.__reloadForChunk()) throw new ChunkFailure(error);
      // The page is about to be replaced.
      await new Promise(() => {});
    }
  }
  return await loadUnguarded(route, loaded);
};
