import type { PurchaseItem } from './offer.ts';

/** An item of a checkout with its amount, in minor units: a price may have changed since the checkout was created. */
export interface CheckoutItem extends Omit<PurchaseItem, 'period'> {
  unitAmount: number;
}

/** A checkout of the provider: https://developer.paddle.com/api-reference/transactions/overview */
export interface BegunCheckout {
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
  items: readonly CheckoutItem[];
  /** The provider mails its customer, who can cancel there; null before it is known. */
  customerId: string | null;
  /** The subscription that it bought; null before the payment. */
  subscriptionId: string | null;
}

/**
 * - `reuse`: it already has the wanted items and customer.
 * - `change`: its items and customer are changed. It has no address yet, so no price was shown.
 * - `replace`: it is cancelled before another is created, so that a form with its price can pay neither.
 * - `begin`: it is over, and another is created.
 * - `paid`: it was bought, and its subscription's event has not arrived; another would buy twice.
 */
type CheckoutDecision = 'reuse' | 'change' | 'replace' | 'begin' | 'paid';

/**
 * Decides what happens to the account's last checkout when the account starts a new one. Only one checkout can be paid
 * at any time, so that two tabs, two people or two clicks cannot buy twice.
 * @param wanted items at today's prices, for the customer of the person who asks.
 * @param ended the provider's ids of the subscriptions that the account had and has no more.
 */
export function decideCheckout(
  { status, items, customerId, subscriptionId }: BegunCheckout,
  wanted: { items: readonly CheckoutItem[]; customerId: string },
  ended: readonly string[],
): CheckoutDecision {
  if (status === 'canceled') return 'begin';
  if (status === 'draft' || status === 'ready') {
    if (customerId === wanted.customerId && isSame(items, wanted.items)) return 'reuse';
    return status === 'draft' ? 'change' : 'replace';
  }
  return subscriptionId !== null && ended.includes(subscriptionId) ? 'begin' : 'paid';
}

function isSame(some: readonly CheckoutItem[], others: readonly CheckoutItem[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ priceId, quantity, unitAmount }) =>
    others.some(
      (other) => other.priceId === priceId && other.quantity === quantity && other.unitAmount === unitAmount,
    ),
  );
}
