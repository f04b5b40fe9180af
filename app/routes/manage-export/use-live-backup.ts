import { useEffect, useRef, useState } from 'react';
import type { LiveState } from '#app/components/instance/live-connection.ts';
import { useReload, useReloadEvery } from '#app/components/ui/router.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';

const POLL_EVERY_MS = 5 * SECOND_MS;
/** Catches an end that was pushed before the page listened. */
const RELOAD_AFTER_MS = 15 * SECOND_MS;

/**
 * Progress of the running backup: pushed by the workspace's object, polled every 5 s while that connection fails. At its
 * end the page reloads its data, so that the list contains the backup.
 *
 * @param backups what the page was loaded with.
 */
export function useLiveBackup(backups: BackupList | null, { backup: pushed, connection }: LiveState) {
  const reload = useReload();
  const running = pushed === undefined ? (backups?.running ?? null) : pushed;
  const runningId = running?.id ?? null;
  const [seenId, setSeenId] = useState<string | null>(null);
  if (runningId !== null && runningId !== seenId) setSeenId(runningId);
  const isDone =
    running === null && seenId !== null && (backups?.backups.some(({ id }) => id === seenId) ?? false);

  // Each end reloads the page once: a failed backup never appears in the list.
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (runningId !== null) awaited.current = runningId;
    else if (pushed === null && awaited.current !== null) {
      awaited.current = null;
      reload();
    }
  }, [runningId, pushed, reload]);
  const pollEveryMs = connection === 'live' ? RELOAD_AFTER_MS : POLL_EVERY_MS;
  useReloadEvery(running ? pollEveryMs : null);

  return { running, isDone };
}
