import { useEffect } from 'react';
import { EASY_AI_WORKFLOW, type Variant, variantInOverrides } from '#app/domain/flags/experiments.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { localStore } from './local-store.ts';
import { sendEvent } from './send-event.ts';

/**
 * The variant of 026_easy_ai_workflow on this page: this browser's override, else the server's. With consent, the first
 * exposure in a browser is sent to the analytics endpoint.
 */
export function useEasyAiWorkflow(): Variant {
  const { flags, analytics } = useFrame();
  // The server knows no override, and the first render agrees with it.
  const isHydrated = useHydrated();
  const stored = isHydrated ? localStore.read(localStorageKeys.experimentOverrides) : null;
  const variant = variantInOverrides(stored, EASY_AI_WORKFLOW) ?? flags[EASY_AI_WORKFLOW] ?? 'control';
  const url = analytics?.consent === 'granted' ? analytics.url : null;

  useEffect(() => {
    if (!isHydrated || url === null) return;
    const sent = localStore.read(localStorageKeys.tracking)?.split(' ') ?? [];
    const exposure = `${EASY_AI_WORKFLOW}:${variant}`;
    if (sent.includes(exposure)) return;
    localStore.write(localStorageKeys.tracking, [...sent, exposure].join(' '));
    sendEvent(url, { event: 'experiment', experiment: EASY_AI_WORKFLOW, variant });
  }, [isHydrated, url, variant]);

  return variant;
}
