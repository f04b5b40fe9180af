import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** @returns false on the server and in the first browser render, so that both agree; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
