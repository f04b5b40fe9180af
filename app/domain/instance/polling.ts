import { SECOND_MS } from '../time/clock.ts';

// Spec §4, "Instance polling": every 5 s for the first 12 attempts, then every 15 s, up to 28 attempts.
const FIRST_ATTEMPTS = 12;
const FIRST_INTERVAL_MS = 5 * SECOND_MS;
const LATER_INTERVAL_MS = 15 * SECOND_MS;
export const POLL_ATTEMPTS = 28;

/** @returns how long to wait before an attempt (counted from 1); null when there are no more. */
export function pollDelayMs(attempt: number): number | null {
  if (attempt > POLL_ATTEMPTS) return null;
  return attempt <= FIRST_ATTEMPTS ? FIRST_INTERVAL_MS : LATER_INTERVAL_MS;
}
