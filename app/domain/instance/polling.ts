import { fnv1a } from '../encoding/fnv1a.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';

// Spec §4, "Instance polling": every 5 s for the first 12 attempts, then every 15 s, up to 28 attempts.
const FIRST_ATTEMPTS = 12;
const FIRST_INTERVAL_MS = 5 * SECOND_MS;
export const LATER_INTERVAL_MS = 15 * SECOND_MS;
export const POLL_ATTEMPTS = 28;

/** For each step of an update, and for the start after going back: the workspace served a moment ago, and webhooks wait. */
export const UPDATE_INTERVAL_MS = SECOND_MS;
/** After the time-out, to notice a late start (design §4). */
const OFFLINE_PROBE_INTERVAL_MS = 5 * MINUTE_MS;
/** An idle Online workspace costs about 24 probes a day. */
const ONLINE_PROBE_INTERVAL_MS = HOUR_MS;
/** Until the cluster accepts the stop. */
const STOP_RETRY_MS = 15 * SECOND_MS;
/** Share by which intervals vary, so that workspaces do not all return simultaneously after an outage. */
const JITTER = 0.1;

/** @returns the interval between probes in a phase without attempts, always the same for one workspace, ms. */
export function probeIntervalMs(phase: 'online' | 'offline' | 'stopping', workspaceId: string): number {
  if (phase === 'stopping') return STOP_RETRY_MS;
  return jitter(phase === 'online' ? ONLINE_PROBE_INTERVAL_MS : OFFLINE_PROBE_INTERVAL_MS, workspaceId);
}

/** @returns the interval, varied by up to a tenth; the id decides by how much. */
export function jitter(intervalMs: number, workspaceId: string): number {
  const share = fnv1a(workspaceId) / 2 ** 32;
  return Math.round(intervalMs * (1 - JITTER + 2 * JITTER * share));
}

/** @returns the delay before an attempt (counted from 1), ms; null when no attempt is left. */
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
 * @returns when the next attempt after `now` is due; null after the last one. Only the start counts: an object that slept
 *   through attempts skips them, and after a clock went back it waits no longer than the first interval.
 */
export function nextAttemptAt(startedAt: number, now: number): number | null {
  if (now < startedAt) return now + FIRST_INTERVAL_MS;
  for (let attempt = 1; attempt <= POLL_ATTEMPTS; attempt += 1) {
    const dueAt = attemptDueAt(startedAt, attempt);
    if (dueAt > now) return dueAt;
  }
  return null;
}
