import { UNSAFE_RemixContext } from '@remix-run/react';
import { useContext } from 'react';

/**
 * The part of Remix's components that its own error page uses (`vite.unused.ts`). `Scripts` is only for pages below a
 * `clientLoader`, which no route has.
 */
export function useRemixContext() {
  return useContext(UNSAFE_RemixContext);
}

export function Scripts(): never {
  throw new Error('No route has a clientLoader: remove the line from vite.unused.ts to have one.');
}
