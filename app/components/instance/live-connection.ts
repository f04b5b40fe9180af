import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { connect, type LiveMessages } from './live-socket.ts';

/** The browser's last knowledge of the workspace. */
export interface LiveState extends LiveMessages {
  /** Null until the first view arrives. */
  instance: InstanceView | null;
  /** The workspace was seen in another status than Online. */
  hasBeenAway: boolean;
  /** The visit (`location.key`) that showed the return to Online; null before. Other visits do not show it again. */
  announcedOn: string | null;
}

export const unknownLiveState: LiveState = {
  instance: null,
  connection: 'live',
  backup: undefined,
  payment: null,
  hasBeenAway: false,
  announcedOn: null,
};

export interface LiveStore {
  read(): LiveState;
  /** @returns ends the subscription. The connection lives while there is one. */
  subscribe(listener: () => void): () => void;
  /** A page was loaded with this view, which is newer than all messages before it. */
  load(view: InstanceView): void;
  /** Whether this visit announces that the workspace is online again. */
  markAnnounced(visit: string): void;
}

/** The single connection of a browser tab: the workspace's object pushes its status, which is polled while that fails. */
export function createLiveStore(): LiveStore {
  let state = unknownLiveState;
  const listeners = new Set<() => void>();
  let disconnect: (() => void) | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;

  function update(changes: Partial<LiveState>) {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function show(view: InstanceView) {
    const instance = newerView(view, state.instance);
    const isAway = instance.status !== InstanceStatus.Online;
    update({ instance, ...(isAway && { hasBeenAway: true, announcedOn: null }) });
  }

  const isOfAnother = ({ workspaceId }: InstanceView) =>
    state.instance !== null && state.instance.workspaceId !== workspaceId;

  function close() {
    disconnect?.();
    disconnect = null;
  }

  const open = () =>
    connect({
      update,
      // The person switched accounts in another tab: this page stays as it is, and the next one connects again.
      show: (view) => (isOfAnother(view) ? close() : show(view)),
      isOnline: () => state.instance?.status === InstanceStatus.Online,
    });

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      clearTimeout(closing);
      disconnect ??= open();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        // The next page subscribes immediately, and keeps the connection.
        closing = setTimeout(() => {
          close();
          state = unknownLiveState;
        });
      };
    },
    load(view) {
      if (isOfAnother(view)) {
        // The person switched accounts: the connection is to the workspace of the other one.
        close();
        state = unknownLiveState;
      }
      // Also a page whose connection showed another workspace, and closed.
      if (listeners.size > 0) disconnect ??= open();
      show(view);
      update({ backup: undefined });
    },
    markAnnounced(visit) {
      if (state.announcedOn === null) update({ announcedOn: visit });
    },
  };
}

/** @returns the view with the higher revision: a late answer must not replace a newer push. */
export function newerView(one: InstanceView, other: InstanceView | null): InstanceView {
  const isOlder = other?.workspaceId === one.workspaceId && other.revision > one.revision;
  return isOlder ? other : one;
}
