import type { loadRouteModule as loadUnguarded } from '@remix-run/react/dist/esm/routeModules.js';
import { withRevalidation } from '#app/components/form/keep-after-failure.ts';
import { onMissingChunk } from './chunk-guard.ts';

/**
 * Replaces Remix's loader of route chunks (`vite.alias.ts`). Remix reloads the page for every missing chunk; this loader
 * asks the page's guard first.
 *
 * @throws ChunkFailure when a reload within the last minute did not help.
 */
export const loadRouteModule: typeof loadUnguarded = async (route, loaded) => {
  const module =
    loaded[route.id] ?? withRevalidation(await import(/* @vite-ignore */ route.module).catch(onMissingChunk));
  loaded[route.id] = module;
  return module;
};
