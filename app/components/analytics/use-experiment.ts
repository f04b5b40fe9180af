import { useEffect } from 'react';
import { EASY_AI_WORKFLOW, type Variant, variantInOverrides } from '#app/domain/flags/experiments.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { localStore } from './local-store.ts';
import { sendEvent } from './send-event.ts';

/**
 * The variant of 026_easy_ai_workflow that this page shows: this browser's override, else what the server found. Told to
 * the analytics endpoint the first time that a browser shows it, with consent.
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
    const told = localStore.read(localStorageKeys.tracking)?.split(' ') ?? [];
    const exposure = `${EASY_AI_WORKFLOW}:${variant}`;
    if (told.includes(exposure)) return;
    localStore.write(localStorageKeys.tracking, [...told, exposure].join(' '));
    sendEvent(url, { event: 'experiment', experiment: EASY_AI_WORKFLOW, variant });
  }, [isHydrated, url, variant]);

  return variant;
}
