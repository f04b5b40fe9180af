import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/clock.ts';

// Spec §4, "Instance polling": every 5 s for the first 12 attempts, then every 15 s, up to 28 attempts.
const FIRST_ATTEMPTS = 12;
const FIRST_INTERVAL_MS = 5 * SECOND_MS;
export const LATER_INTERVAL_MS = 15 * SECOND_MS;
export const POLL_ATTEMPTS = 28;

/** After the time-out, so that a late start is still seen (design §4). */
export const OFFLINE_LOOK_EVERY_MS = 5 * MINUTE_MS;
/** An idle Online workspace costs 24 looks a day. */
export const ONLINE_LOOK_EVERY_MS = HOUR_MS;

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
