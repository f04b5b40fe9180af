/**
 * In place of Remix's module of the same exports (`vite.unused.ts`): the browser knows all routes from one manifest, so
 * `v3_lazyRouteDiscovery` is false and its code would only be loaded (docs/decisions/speed.md).
 */
export const isFogOfWarEnabled = () => false;

/** Remix calls both on every page, and expects nothing of them while the discovery is off. */
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => {};

export function getPartialManifest(): never {
  throw new Error('v3_lazyRouteDiscovery is off: remove its line from vite.unused.ts to switch it on.');
}
