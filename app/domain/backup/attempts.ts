import { HOUR_MS, MINUTE_MS } from '../time/clock.ts';

/** A restart is over within a minute, an outage within hours. */
const RETRY_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];

/** Maximum restarts of a backup after its process died: a backup that kills its process must not restart forever. */
export const MAX_ATTEMPTS = 3;

/** @param failures of the day's scheduled backup. @returns the delay before the next attempt, ms; null when none is left. */
export function retryDelayMs(failures: number): number | null {
  return RETRY_MS[failures - 1] ?? null;
}
