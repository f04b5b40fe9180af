import { AppError } from '#app/domain/errors/app-error.ts';
import type { LinkOutcome } from '#db/queries/link-rows.ts';

/** @throws AppError link_expired, link_invalid for a link that did not work. */
export function refuseUnlessDone(outcome: LinkOutcome): void {
  if (outcome === 'expired') throw new AppError('link_expired');
  if (outcome === 'invalid') throw new AppError('link_invalid');
}
