import { loadRouteModule as loadUnguarded } from '@remix-run/react/dist/esm/routeModules.js';
import { ChunkFailure } from './chunk-guard.ts';

declare global {
  interface Window {
    /** Defined by the page's own script (`chunk-guard.ts`). */
    __reloadForChunk: () => boolean;
  }
}

/**
 * Loads a route's part in Remix's place (`vite.alias.ts`). Remix reloads the page whenever a part does not load; this
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
