import type { Payment, PaymentMethod } from './payment.ts';
import type { Subscription } from './subscription.ts';

/** The checkout that an entity claims to come from. Browsers can start one with any data: only our references count. */
export interface CheckoutClaim {
  /** Null for an entity that names no account. */
  accountId: string | null;
  /** The random name that we gave to the checkout, which the account's row remembers; null for none. */
  reference: string | null;
}

/** The complete subscription of the provider: each of its events carries all of it. */
export interface ProviderSubscription {
  subscription: Subscription;
  claim: CheckoutClaim;
  /** The transaction that bought it, known only when it is created; null otherwise. */
  boughtBy: string | null;
  customerId: string;
  /** Whether all its prices include tax. */
  taxInclusive: boolean;
  /** When the provider last changed it: ISO 8601, in the provider's precision. */
  updatedAt: string;
}

/** An event of the provider. */
export type ProviderEvent = {
  /** Unique per event; the provider may send an event many times. */
  id: string;
  /** The provider's name, such as `subscription.updated`. */
  type: string;
  /** ISO 8601 in the provider's precision: events of one change can share a millisecond. */
  occurredAt: string;
} & (
  | { kind: 'subscription'; snapshot: ProviderSubscription }
  | {
      kind: 'transaction';
      claim: CheckoutClaim;
      subscriptionId: string | null;
      payment: Payment;
      /** Whether something is sold; otherwise only the payment method is replaced. */
      isBill: boolean;
      /** From the attempt that captured the payment, if any. */
      method: PaymentMethod | null;
      /** A renewal's or of executions beyond the plan, and not one that a change or a checkout failed with. */
      isDunning: boolean;
    }
  /** Of a whole bill; `isReversed` once the bill counts as paid again. */
  | { kind: 'refund'; transactionId: string; isReversed: boolean }
  /** Stored without effect: an unknown type, or an event that is not about our data. */
  | {
      kind: 'other';
      reason: 'nothing-follows' | 'unknown-type' | 'unknown-price' | 'not-ours' | 'unreadable';
    }
);

/** @returns whether an event should have been applied and could not be, so that an operator has to examine it. */
export function isNotUnderstood(event: ProviderEvent): boolean {
  return event.kind === 'other' && event.reason !== 'nothing-follows' && event.reason !== 'unknown-type';
}

/** @returns the operator's message for an event that names an account, but comes from no checkout of that account. */
export function foreignEvent(eventId: string): Error {
  return new Error(`${eventId} was not applied: it names no checkout or subscription of ours.`);
}

/** @returns an ISO 8601 instant in UTC whose order as text is its order in time, to the nanosecond. */
export function sortableInstant(instant: string): string {
  const match = instant.match(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/);
  if (match) return `${match[1]}.${(match[2] ?? '').padEnd(9, '0')}Z`;
  const parsed = Date.parse(instant);
  if (Number.isNaN(parsed)) throw new RangeError('This is not an instant.');
  return `${new Date(parsed).toISOString().slice(0, -1)}000000Z`;
}
