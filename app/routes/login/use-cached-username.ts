import { useEffect } from 'react';
import { localStore } from '#app/components/analytics/local-store.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';

/** Prefills an empty field with the last user name of this browser. */
export function useCachedUsername(inputId: string): void {
  useEffect(() => {
    const username = localStore.read(localStorageKeys.cachedUsername);
    const input = document.getElementById(inputId);
    if (username && input instanceof HTMLInputElement && input.value === '') input.value = username;
  }, [inputId]);
}
