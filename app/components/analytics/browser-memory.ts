import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import {
  keptTemplate,
  readKeptTemplate,
  templateIdIn,
  withTemplateId,
} from '#app/domain/flags/kept-template.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { paths } from '#app/http/paths.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { localStore } from './local-store.ts';

/**
 * What this browser remembers for the person who uses it: who signed in last, and the template that they came for, from
 * the page it was named on through registration, mails and set-up to the dashboard, whose guard leads to it.
 */
export function useBrowserMemory(): void {
  const { viewer } = useFrame();
  const { pathname, search } = useLocation();
  const username = viewer?.username;

  useEffect(() => {
    if (username !== undefined) localStore.write(localStorageKeys.cachedUsername, username);
  }, [username]);

  useEffect(() => {
    const templateId = templateIdIn(search);
    // From /login on it stands in the address, also in that of the links there: kept as well, it would be opened twice.
    if (templateId !== null && pathname !== paths.login) {
      localStore.write(localStorageKeys.templateRedirectId, keptTemplate(templateId, Date.now()));
      return;
    }
    if (pathname !== paths.dashboard || username === undefined) return;
    const stored = localStore.read(localStorageKeys.templateRedirectId);
    if (stored === null) return;
    // Before it is followed: a template that cannot be opened must not be tried at every visit.
    localStore.remove(localStorageKeys.templateRedirectId);
    const kept = readKeptTemplate(stored, Date.now());
    if (kept !== null) location.assign(withTemplateId(paths.dashboard, kept));
  }, [pathname, search, username]);
}
