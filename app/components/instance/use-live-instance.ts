import { useEffect, useSyncExternalStore } from 'react';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { createLiveStore, type LiveState, newerView, unknownLiveState } from './live-connection.ts';

/** One instance per tab, so that a page and its layout share a connection and navigation does not close it. */
const store = createLiveStore();

/** The workspace's status as it changes. @param initial what the page was loaded with; null while the page does not know. */
export function useLiveInstance(initial: InstanceView | null): LiveState {
  const state = useSyncExternalStore(store.subscribe, store.read, () => unknownLiveState);
  useEffect(() => {
    if (initial) store.load(initial);
  }, [initial]);
  return { ...state, instance: initial ? newerView(initial, state.instance) : state.instance };
}

/** Records which visit announces that the workspace is online again. */
export const markOnlineAnnounced = store.markAnnounced;
