import { isSameDay } from '../time/calendar.ts';
import { DAY_MS } from '../time/clock.ts';

/** Spec §9. */
export const TRIAL_LENGTH_DAYS = 14;

/** @returns when a trial that began at `startedAt` ends, UTC ms. */
export function trialEndsAt(startedAt: number): number {
  return startedAt + TRIAL_LENGTH_DAYS * DAY_MS;
}

/** @returns whole days left in `timezone`, rounded up; zero from the day it ends, which reads 'ends today' (spec §2). */
export function trialDaysLeft(endsAt: number, now: number, timezone: string): number {
  if (isSameDay(endsAt, now, timezone)) return 0;
  return Math.max(0, Math.ceil((endsAt - now) / DAY_MS));
}
