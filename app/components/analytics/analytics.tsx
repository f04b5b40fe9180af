import { useLocation, useMatches } from '@remix-run/react';
import { useEffect } from 'react';
import {
  carriesSecret,
  PAGE_EVENT_DELAY_MS,
  pathPattern,
  ROUTE_EVENT_DELAY_MS,
} from '#app/domain/flags/analytics.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { localStore } from './local-store.ts';
import { sendEvent } from './send-event.ts';
import { loadTagManager, pushToTagManager } from './tag-manager.ts';

/** Counts the pages that are shown, once the person has agreed; shows nothing. */
export function Analytics() {
  const { analytics } = useFrame();
  const { pathname, search } = useLocation();
  const params = useMatches().at(-1)?.params ?? {};
  const path = pathPattern(pathname, params);
  const isAllowed = analytics?.consent === 'granted';
  const url = isAllowed ? analytics.url : null;
  const tagManagerUrl = isAllowed && !carriesSecret(search) ? analytics.tagManagerUrl : null;

  useEffect(() => {
    if (!isAllowed) localStore.remove(localStorageKeys.tracking);
  }, [isAllowed]);

  // Uses the address and not its pattern: two invoices are two pages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (url === null) return;
    const timer = setTimeout(() => sendEvent(url, { event: 'page', path }), PAGE_EVENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [url, pathname, path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (tagManagerUrl === null) return;
    loadTagManager(tagManagerUrl);
    const timer = setTimeout(() => pushToTagManager({ event: 'route', path }), ROUTE_EVENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [tagManagerUrl, pathname, path]);

  return null;
}
