import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';

/** @returns the account's subscription. @throws AppError forbidden, no_subscription. */
export function requireSubscription(viewer: Viewer): Subscription {
  requirePermission(viewer, 'billing:manage');
  if (viewer.subscription === null) throw new AppError('no_subscription');
  return viewer.subscription;
}
