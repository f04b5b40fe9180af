/** Remix's module (`vite.unused.ts`) for a browser that knows all routes from one manifest (docs/decisions/speed.md). */
export const isFogOfWarEnabled = () => false;

/** Remix calls both on every page, and expects nothing of them while the discovery is off. */
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => {};

export function getPartialManifest(): never {
  throw new Error('v3_lazyRouteDiscovery is off: remove its line from vite.unused.ts to switch it on.');
}
