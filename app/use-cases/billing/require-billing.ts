import { holds } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';

/** @throws AppError forbidden for a role that cannot manage billing. */
export function requirePayer(viewer: Viewer): void {
  if (!holds(viewer, 'billing:manage')) throw new AppError('forbidden');
}

/** @returns the account's subscription. @throws AppError forbidden, no_subscription. */
export function requireSubscription(viewer: Viewer): Subscription {
  requirePayer(viewer);
  if (viewer.subscription === null) throw new AppError('no_subscription');
  return viewer.subscription;
}
