import { HOUR_MS, MINUTE_MS } from '../time/clock.ts';

/** What may be in the way passes in a minute, as a restart does, or in hours, as an outage does. */
const RETRY_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];

/** How often a backup restarts after its process died: a backup that kills its process must not restart for ever. */
export const MAX_BEGINNINGS = 3;

/**
 * @param failures of the day's scheduled backup so far.
 * @returns how long to wait for its next attempt, ms; null when this day has none left.
 */
export function retryDelayMs(failures: number): number | null {
  return RETRY_MS[failures - 1] ?? null;
}
