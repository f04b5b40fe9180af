import { useEffect, useState } from 'react';
import type { BackupMessage, BackupRun } from '#app/domain/backup/backup.ts';
import { pollDelayMs } from '#app/domain/instance/polling.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/http/paths.ts';

/** How the browser hears of the workspace. */
export type LiveConnection = 'live' | 'polling' | 'timed-out';

const RECONNECT_AFTER_MS = 30_000;

/**
 * The workspace's status as it changes: pushed by its object, and when that connection fails, asked for on the
 * schedule of spec §4 until it is Online.
 *
 * @param initial what the page was rendered with; null while the workspace is not there yet.
 */
export function useLiveInstance(initial: InstanceView | null): {
  instance: InstanceView | null;
  connection: LiveConnection;
  /** The backup under way, null once it ended; undefined while nothing was heard of one since the page was loaded. */
  backup: BackupRun | null | undefined;
} {
  const [instance, setInstance] = useState(initial);
  const [backup, setBackup] = useState<BackupRun | null>();
  const [connection, setConnection] = useState<LiveConnection>('live');

  useEffect(() => {
    let isOver = false;
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOnline = initial?.status === InstanceStatus.Online;

    function show(next: InstanceView) {
      isOnline = next.status === InstanceStatus.Online;
      // A late answer must not overwrite a newer push.
      setInstance((known) => (known && known.revision > next.revision ? known : next));
    }

    function connect() {
      if (isOver) return;
      socket = new WebSocket(new URL(paths.instanceLive, location.href.replace(/^http/, 'ws')));
      socket.onopen = () => {
        clearTimeout(timer);
        setConnection('live');
      };
      socket.onmessage = (message: MessageEvent<string>) => {
        if (message.data === 'pong') return;
        const pushed = JSON.parse(message.data) as InstanceView | BackupMessage;
        if ('kind' in pushed) setBackup(pushed.running);
        else show(pushed);
      };
      socket.onclose = () => {
        if (isOver) return;
        setConnection('polling');
        poll(1);
      };
    }

    function poll(attempt: number) {
      const delayMs = pollDelayMs(attempt);
      if (delayMs === null) {
        setConnection(isOnline ? 'live' : 'timed-out');
        timer = setTimeout(connect, RECONNECT_AFTER_MS);
        return;
      }
      timer = setTimeout(async () => {
        await ask();
        if (isOver) return;
        // Online is the end of asking; the push connection is tried again for what comes later.
        if (isOnline) timer = setTimeout(connect, RECONNECT_AFTER_MS);
        else poll(attempt + 1);
      }, delayMs);
    }

    async function ask() {
      try {
        const response = await fetch(paths.instance);
        if (response.ok && !isOver) show((await response.json()) as InstanceView);
      } catch {
        // Offline or in between: the next attempt, or the time-out, tells the person.
      }
    }

    // A page that was loaded again knows more than what was shown before.
    if (initial) show(initial);
    setBackup(undefined);
    connect();
    return () => {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [initial]);

  return { instance, connection, backup };
}
