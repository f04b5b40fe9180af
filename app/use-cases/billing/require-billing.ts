import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { shownSubscription } from '#app/domain/billing/offer.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';

/** @returns the account's subscription. @throws AppError forbidden, no_subscription. */
export function requireSubscription(viewer: Viewer): Subscription {
  requirePermission(viewer, 'billing:manage');
  if (viewer.subscription === null) throw new AppError('no_subscription');
  return viewer.subscription;
}

/**
 * Refuses a form whose page showed another plan or paid period: it would undo a colleague's change, or charge another sum.
 * @param shown what the page showed, as `shownSubscription`; empty for a call without a page.
 * @throws AppError subscription_changed.
 */
export function requireShown(subscription: Subscription, shown: string): void {
  if (shown && shown !== shownSubscription(subscription)) throw new AppError('subscription_changed');
}
