import { boundsOf, retentionMs } from '#app/domain/held-webhooks/bounds.ts';
import { expire } from '#app/domain/held-webhooks/replay.ts';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { HeldPorts } from './ports.ts';

const BATCH = 500;
/** A noted file without a row counts as an orphan after this time. */
export const ORPHANED_FILE_MS = 10 * MINUTE_MS;

/** Deletes expired data: contents after the plan's retention, rows as long after their end, and orphaned files. */
export function heldExpiry(ports: HeldPorts) {
  const { clock, rows, fileNotes, paths, alarms } = ports;

  async function removeFiles(): Promise<void> {
    const until = clock.now() - ORPHANED_FILE_MS;
    for (;;) {
      const ids = fileNotes.listUntil(until, BATCH);
      if (ids.length === 0) return;
      await ports.files.remove(ids);
      for (const id of ids) fileNotes.forget(id);
    }
  }

  async function removeExpired(): Promise<void> {
    const state = ports.readState();
    if (!state) return;
    const now = clock.now();
    const kept = retentionMs(boundsOf(state.facts.limits));
    const old = rows.listKeptBefore(now - kept, BATCH);
    for (const row of old) {
      if (row.state === 'waiting') paths.count(row.path, now, 'failed');
      rows.change(row, expire(row, now), { isGone: true });
    }
    rows.forgetBefore(now - kept);
    const nextAt = old.length === BATCH ? now : nextDueAt(now, kept);
    if (nextAt !== null) alarms.set('held-expiry', nextAt);
    // Last, since R2 can fail: the alarm then repeats everything, which is idempotent.
    await removeFiles();
  }

  /** @returns when the next deletion is due, UTC ms; null when nothing is kept. */
  function nextDueAt(now: number, kept: number): number | null {
    const oldest = rows.oldestReceivedAt();
    const fileAt = fileNotes.isEmpty() ? null : now + ORPHANED_FILE_MS;
    if (oldest === null) return fileAt;
    return Math.min(Math.max(oldest + kept, now + HOUR_MS), fileAt ?? Number.POSITIVE_INFINITY);
  }

  return removeExpired;
}
