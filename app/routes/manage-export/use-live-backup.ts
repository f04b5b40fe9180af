import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { LiveConnection } from '#app/components/instance/use-live-instance.ts';
import type { BackupList, BackupRun } from '#app/domain/backup/backup.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';

const POLL_EVERY_MS = 5 * SECOND_MS;
/** Catches an end that was pushed before the page listened. */
const RELOAD_AFTER_MS = 15 * SECOND_MS;

/**
 * Progress of the running backup: pushed by the workspace's object, polled every 5 s while that connection fails. At its
 * end the page reloads its data, so that the list contains the backup.
 *
 * @param backups what the page was loaded with.
 * @param live `pushed` is the last push: null at an end, undefined before the first.
 */
export function useLiveBackup(
  backups: BackupList | null,
  { pushed, connection }: { pushed: BackupRun | null | undefined; connection: LiveConnection },
): { running: BackupRun | null; isDone: boolean } {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  // A reload during a form's redirect would lose its notice.
  const isIdle = state === 'idle' && navigation.state === 'idle';
  const running = pushed === undefined ? (backups?.running ?? null) : pushed;
  const runningId = running?.id ?? null;
  const [seenId, setSeenId] = useState<string | null>(null);
  if (runningId !== null && runningId !== seenId) setSeenId(runningId);
  const isDone =
    running === null && seenId !== null && (backups?.backups.some(({ id }) => id === seenId) ?? false);

  // Each end reloads the page once: a failed backup never appears in the list.
  const awaited = useRef<string | null>(null);
  const [mustReload, setMustReload] = useState(false);
  useEffect(() => {
    if (runningId !== null) awaited.current = runningId;
    else if (pushed === null && awaited.current !== null) {
      awaited.current = null;
      setMustReload(true);
    }
  }, [runningId, pushed]);

  useEffect(() => {
    if (!mustReload || !isIdle) return;
    setMustReload(false);
    revalidate();
  }, [mustReload, isIdle, revalidate]);

  useEffect(() => {
    if (!running || !isIdle) return;
    const waitMs = connection === 'live' ? RELOAD_AFTER_MS : POLL_EVERY_MS;
    const timer = setTimeout(revalidate, waitMs);
    return () => clearTimeout(timer);
  }, [running, connection, isIdle, revalidate]);

  return { running, isDone };
}
