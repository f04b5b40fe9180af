import { UNSAFE_RemixContext } from '@remix-run/react';
import { useContext } from 'react';

/**
 * The part of Remix's components that Remix's own error page uses (`vite.unused.ts`), without its `Scripts`. `PageScripts`
 * writes the portal's scripts, and that error page has scripts only below a `clientLoader`, which no route has.
 */
export function useRemixContext() {
  return useContext(UNSAFE_RemixContext);
}

export function Scripts(): never {
  throw new Error('No route has a clientLoader: remove the line from vite.unused.ts to have one.');
}
