import type { ErrorCode } from '../errors/catalogue.ts';
import type { Money } from './money.ts';
import type { Subscription } from './subscription.ts';

type Cancellable = Pick<Subscription, 'status' | 'cancelsAt'>;

/** @returns whether a subscription has ended, or will without another cancellation. */
export function isCancelled({ status, cancelsAt }: Cancellable): boolean {
  return status === 'deleted' || cancelsAt !== null;
}

/**
 * @returns why a subscription cannot be cancelled; null when it can, or already is. A paused one has no paid period to
 *   end with: the provider would end it immediately, and the workspace would lose its 90 days (design §4, "Paused").
 */
export function cancellationRefusal({ status }: Cancellable): ErrorCode | null {
  return status === 'paused' ? 'subscription_paused' : null;
}

/** @returns whether a cancellation would change anything. */
export function isCancellable(subscription: Cancellable): boolean {
  return !isCancelled(subscription) && cancellationRefusal(subscription) === null;
}

/**
 * @param postponed what waits for the next bill; negative for a credit, which is not paid out.
 * @returns what a cancellation charges, or null.
 */
export function amountDueOnCancelling(postponed: Money | null): Money | null {
  return postponed !== null && postponed.amount > 0 ? postponed : null;
}
