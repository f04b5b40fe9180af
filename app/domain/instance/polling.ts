import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';

// Spec §4, "Instance polling": every 5 s for the first 12 attempts, then every 15 s, up to 28 attempts.
const FIRST_ATTEMPTS = 12;
const FIRST_INTERVAL_MS = 5 * SECOND_MS;
export const LATER_INTERVAL_MS = 15 * SECOND_MS;
export const POLL_ATTEMPTS = 28;

/** After the time-out, so that a late start is still seen (design §4). */
const OFFLINE_PROBE_INTERVAL_MS = 5 * MINUTE_MS;
/** An idle Online workspace costs about 24 probes a day. */
const ONLINE_PROBE_INTERVAL_MS = HOUR_MS;
/** Stopping is no polling: the cluster is told again until it takes it. */
const STOP_RETRY_MS = 15 * SECOND_MS;
/** What one outage hit together must not come back together. */
const SPREAD = 0.1;

/** How long until the next probe in a phase without attempts; the same workspace always waits the same. */
export function probeIntervalMs(phase: 'online' | 'offline' | 'stopping', workspaceId: string): number {
  if (phase === 'stopping') return STOP_RETRY_MS;
  return jitter(phase === 'online' ? ONLINE_PROBE_INTERVAL_MS : OFFLINE_PROBE_INTERVAL_MS, workspaceId);
}

/** @returns the interval, longer or shorter by up to a tenth: by how much follows from the id. */
export function jitter(intervalMs: number, workspaceId: string): number {
  // FNV-1a, 32 bits: any even hash does.
  let hash = 0x811c9dc5;
  for (let index = 0; index < workspaceId.length; index += 1) {
    hash = Math.imul(hash ^ workspaceId.charCodeAt(index), 0x01000193);
  }
  const share = (hash >>> 0) / 2 ** 32;
  return Math.round(intervalMs * (1 - SPREAD + 2 * SPREAD * share));
}

/** @returns how long to wait before an attempt (counted from 1); null when there are no more. */
export function pollDelayMs(attempt: number): number | null {
  if (attempt > POLL_ATTEMPTS) return null;
  return attempt <= FIRST_ATTEMPTS ? FIRST_INTERVAL_MS : LATER_INTERVAL_MS;
}

/** @returns when an attempt (counted from 1) of the polling that began at `startedAt` is due, UTC ms. */
export function attemptDueAt(startedAt: number, attempt: number): number {
  const first = Math.min(attempt, FIRST_ATTEMPTS) * FIRST_INTERVAL_MS;
  const later = Math.max(0, attempt - FIRST_ATTEMPTS) * LATER_INTERVAL_MS;
  return startedAt + first + later;
}

/**
 * @returns when the next attempt after `now` is due; null when the last one was. It follows from the start alone: an
 *   object that slept through some attempts goes on where the clock is, and one whose clock went back waits no longer
 *   than the first interval.
 */
export function nextAttemptAt(startedAt: number, now: number): number | null {
  if (now < startedAt) return now + FIRST_INTERVAL_MS;
  for (let attempt = 1; attempt <= POLL_ATTEMPTS; attempt += 1) {
    const dueAt = attemptDueAt(startedAt, attempt);
    if (dueAt > now) return dueAt;
  }
  return null;
}
