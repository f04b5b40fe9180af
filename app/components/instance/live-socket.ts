import type { BackupMessage, BackupRun } from '#app/domain/backup/backup.ts';
import type { PaymentMessage, PaymentOutcome } from '#app/domain/billing/payment.ts';
import { pollDelayMs } from '#app/domain/instance/polling.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';

/** What the connection itself says, and its messages beside the workspace's view. */
export interface LiveMessages {
  /** How the browser learns the workspace's status; `unanswered` while the portal does not answer. */
  connection: 'live' | 'polling' | 'unanswered' | 'timed-out';
  /** The running backup, null once it ended; undefined before the first message about one. */
  backup: BackupRun | null | undefined;
  /** The payment of the last message; a new object for each message. */
  payment: { outcome: PaymentOutcome } | null;
}

const RECONNECT_AFTER_MS = 30_000;
/** For a connection to open, and for a poll: some proxies never answer an upgrade. */
const ANSWER_TIMEOUT_MS = 10_000;
/** A connection that answers no ping until the next one is dead: during sleep, and behind a router, it ends without a message. */
const PING_EVERY_MS = 30_000;

interface Sink {
  update(changes: {
    connection?: LiveMessages['connection'];
    backup?: BackupRun | null;
    payment?: { outcome: PaymentOutcome };
  }): void;
  show(view: InstanceView): void;
  isOnline(): boolean;
}

/** Opens the connection; only in the browser. @returns closes it. */
export function connect({ update, show, isOnline }: Sink): () => void {
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
    timer = setTimeout(lose, ANSWER_TIMEOUT_MS);
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
      const response = await fetch(paths.instance, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      if (isOver) return;
      if (response.status === 401) {
        // The session is over: home says so, once (spec §2). A second call home would cancel the first, and lose its notice.
        isOver = true;
        const returnPath = location.pathname + location.search;
        return location.assign(`${paths.home}?${new URLSearchParams({ returnPath })}`);
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
