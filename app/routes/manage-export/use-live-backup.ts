import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { LiveConnection } from '#app/components/instance/use-live-instance.ts';
import type { BackupList, BackupRun } from '#app/domain/backup/backup.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';

const POLL_EVERY_MS = 5 * SECOND_MS;
/** An end that was pushed before the page listened would never be seen. */
const LOOK_AGAIN_AFTER_MS = 15 * SECOND_MS;

/**
 * The backup under way as it grows: pushed by the workspace's object, and asked for every 5 s while that connection
 * fails. Once it ended the page is loaded again, for the list to have it.
 *
 * @param backups what the page was loaded with.
 * @param live `pushed` is what came since: null at an end, undefined for nothing yet.
 */
export function useLiveBackup(
  backups: BackupList | null,
  { pushed, connection }: { pushed: BackupRun | null | undefined; connection: LiveConnection },
): { running: BackupRun | null; isDone: boolean } {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  // Loading the page again in the middle of a form's redirect would lose the notice that comes with it.
  const isIdle = state === 'idle' && navigation.state === 'idle';
  const running = pushed === undefined ? (backups?.running ?? null) : pushed;
  const runningId = running?.id ?? null;
  const [seenId, setSeenId] = useState<string | null>(null);
  if (runningId !== null && runningId !== seenId) setSeenId(runningId);
  const isDone =
    running === null && seenId !== null && (backups?.backups.some(({ id }) => id === seenId) ?? false);

  // Each end loads the page once: one that failed stands in no list to tell that it is over.
  const awaited = useRef<string | null>(null);
  const [mustLook, setMustLook] = useState(false);
  useEffect(() => {
    if (runningId !== null) awaited.current = runningId;
    else if (pushed === null && awaited.current !== null) {
      awaited.current = null;
      setMustLook(true);
    }
  }, [runningId, pushed]);

  useEffect(() => {
    if (!mustLook || !isIdle) return;
    setMustLook(false);
    revalidate();
  }, [mustLook, isIdle, revalidate]);

  useEffect(() => {
    if (!running || !isIdle) return;
    const waitMs = connection === 'live' ? LOOK_AGAIN_AFTER_MS : POLL_EVERY_MS;
    const timer = setTimeout(revalidate, waitMs);
    return () => clearTimeout(timer);
  }, [running, connection, isIdle, revalidate]);

  return { running, isDone };
}
