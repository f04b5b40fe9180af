import type { loadRouteModule as loadUnguarded } from '@remix-run/react/dist/esm/routeModules.js';
import { withRevalidation } from '#app/components/form/keep-after-failure.ts';
import { onMissingChunk } from './chunk-guard.ts';

/**
 * Loads a route's chunk once. Replaces Remix's own loader (`vite.alias.ts`), which reloads the page for every missing chunk.
 * @param loaded modules by route id; the new one is added.
 * @returns the module, whose page stays after a failed form (`withRevalidation`).
 * @throws ChunkFailure when the chunk did not load and the page does not reload (`onMissingChunk`).
 */
export const loadRouteModule: typeof loadUnguarded = async (route, loaded) => {
  const module =
    loaded[route.id] ?? withRevalidation(await import(/* @vite-ignore */ route.module).catch(onMissingChunk));
  loaded[route.id] = module;
  return module;
};
