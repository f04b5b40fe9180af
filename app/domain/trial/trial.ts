import { DAY_MS } from '../time/clock.ts';

/** Spec §9. */
export const TRIAL_LENGTH_DAYS = 14;

/** @returns when a trial that began at `startedAt` ends, UTC ms. */
export function trialEndsAt(startedAt: number): number {
  return startedAt + TRIAL_LENGTH_DAYS * DAY_MS;
}

/** @returns whole days left, rounded up; zero once it has ended, which reads 'ends today' (design §4). */
export function trialDaysLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / DAY_MS));
}
