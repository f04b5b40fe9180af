import { AppError } from '#app/domain/errors/app-error.ts';
import { type Clock, SECOND_MS } from '#app/domain/time/clock.ts';
import type { Counter } from '#db/queries/throttles.ts';

/**
 * @param counted the counter after this attempt was added to it.
 * @throws AppError too_many_attempts with the seconds until the window ends.
 */
export function refuseWhenThrottled({ attempts, limit, windowEndsAt }: Counter, clock: Clock): void {
  if (attempts <= limit) return;
  throw new AppError('too_many_attempts', {
    retryAfterSeconds: wholeSeconds(windowEndsAt - clock.now()),
  });
}

/** @returns a wait in whole seconds, rounded up; at least one. */
export function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / SECOND_MS));
}
