import type { BackupMessage, BackupRun } from '#app/domain/backup/backup.ts';
import type { PaymentMessage, PaymentOutcome } from '#app/domain/billing/payment.ts';
import { pollDelayMs } from '#app/domain/instance/polling.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';

/** How the browser learns the workspace's status; `unanswered` while the portal does not answer. */
export type LiveConnection = 'live' | 'polling' | 'unanswered' | 'timed-out';

/** The browser's last knowledge of the workspace. */
export interface LiveState {
  /** Null until the first view arrives. */
  instance: InstanceView | null;
  connection: LiveConnection;
  /** The running backup, null once it ended; undefined before the first message about one. */
  backup: BackupRun | null | undefined;
  /** The payment of the last message; a new object for each message. */
  payment: { outcome: PaymentOutcome } | null;
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

const RECONNECT_AFTER_MS = 30_000;
/** A connection that answers no ping until the next one is dead: during sleep, and behind a router, it ends without a message. */
const PING_EVERY_MS = 30_000;

export interface LiveStore {
  read(): LiveState;
  /** @returns ends the subscription. The connection lives while there is one. */
  subscribe(listener: () => void): () => void;
  /** A page was loaded with this view, which is newer than all messages before it. */
  load(view: InstanceView): void;
  /** Whether this visit announces that the workspace is online again. */
  markAnnounced(visit: string): void;
}

/**
 * The single connection of a browser tab: the workspace's object pushes its status. While that connection fails, the
 * status is polled on the schedule of spec §4 until it is Online.
 */
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

  const open = () =>
    connect({ update, show, isOnline: () => state.instance?.status === InstanceStatus.Online });

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
          disconnect?.();
          disconnect = null;
          state = unknownLiveState;
        });
      };
    },
    load(view) {
      const isAnother = state.instance !== null && state.instance.workspaceId !== view.workspaceId;
      if (isAnother) {
        // The person switched accounts: the connection is to the workspace of the other one.
        disconnect?.();
        state = unknownLiveState;
        disconnect = listeners.size > 0 ? open() : null;
      }
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

interface Sink {
  update(changes: Partial<LiveState>): void;
  show(view: InstanceView): void;
  isOnline(): boolean;
}

/** Opens the connection. @returns closes it. */
function connect({ update, show, isOnline }: Sink): () => void {
  let isOver = false;
  let socket: WebSocket | undefined;
  let isAlive = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open() {
    if (isOver) return;
    socket = new WebSocket(new URL(paths.instanceLive, location.href.replace(/^http/, 'ws')));
    socket.onopen = () => {
      isAlive = true;
      ping();
      update({ connection: 'live' });
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      isAlive = true;
      if (message.data === 'pong') return;
      const pushed = JSON.parse(message.data) as InstanceView | BackupMessage | PaymentMessage;
      if (!('kind' in pushed)) show(pushed);
      else if (pushed.kind === 'backup') update({ backup: pushed.running });
      else update({ payment: { outcome: pushed.outcome } });
    };
    socket.onclose = lose;
  }

  function ping() {
    clearTimeout(timer);
    if (!isAlive) return lose();
    isAlive = false;
    socket?.send('ping');
    timer = setTimeout(ping, PING_EVERY_MS);
  }

  function lose() {
    if (isOver) return;
    if (socket) socket.onclose = null;
    socket?.close();
    clearTimeout(timer);
    update({ connection: 'polling' });
    poll(1);
  }

  function poll(attempt: number) {
    const delayMs = pollDelayMs(attempt);
    if (delayMs === null) {
      update({ connection: isOnline() ? 'live' : 'timed-out' });
      timer = setTimeout(open, RECONNECT_AFTER_MS);
      return;
    }
    timer = setTimeout(async () => {
      await ask();
      if (isOver) return;
      // Online ends the polling; the push connection is retried for later changes.
      if (isOnline()) timer = setTimeout(open, RECONNECT_AFTER_MS);
      else poll(attempt + 1);
    }, delayMs);
  }

  async function ask() {
    try {
      const response = await fetch(paths.instance);
      if (isOver) return;
      if (response.status === 401) {
        // The session is over: home says so, once (spec §2). A second call home would cancel the first, and lose its notice.
        isOver = true;
        return location.assign(paths.home);
      }
      if (response.ok) show((await response.json()) as InstanceView);
      // A 404 is an answer (spec §4): the workspace is not there yet.
      update({ connection: response.ok || response.status === 404 ? 'polling' : 'unanswered' });
    } catch {
      if (!isOver) update({ connection: 'unanswered' });
    }
  }

  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    socket?.close();
  };
}
