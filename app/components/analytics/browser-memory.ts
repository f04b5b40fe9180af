import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import {
  formatKeptTemplate,
  readKeptTemplate,
  templateIdIn,
  withTemplateId,
} from '#app/domain/flags/kept-template.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { paths } from '#app/domain/paths.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { localStore } from './local-store.ts';

/** Remembers this browser's last user name, and a requested template until the dashboard, whose guard redirects to it. */
export function useBrowserMemory(): void {
  const { viewer } = useFrame();
  const { pathname, search } = useLocation();
  const username = viewer?.username;

  useEffect(() => {
    if (username !== undefined) localStore.write(localStorageKeys.cachedUsername, username);
  }, [username]);

  useEffect(() => {
    const templateId = templateIdIn(search);
    // /login keeps the template in its address and links. Storing it too would open it twice.
    if (templateId !== null && pathname !== paths.login) {
      localStore.write(localStorageKeys.templateRedirectId, formatKeptTemplate(templateId, Date.now()));
      return;
    }
    if (pathname !== paths.dashboard || username === undefined) return;
    const stored = localStore.read(localStorageKeys.templateRedirectId);
    if (stored === null) return;
    // Removed before the redirect, so that a template that cannot be opened is tried once.
    localStore.remove(localStorageKeys.templateRedirectId);
    const kept = readKeptTemplate(stored, Date.now());
    if (kept !== null) location.assign(withTemplateId(paths.dashboard, kept));
  }, [pathname, search, username]);
}
