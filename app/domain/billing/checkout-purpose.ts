import type { Subscription } from './subscription.ts';

export const checkoutPurposes = ['subscribe', 'card', 'pay', 'resubscribe'] as const;
/** Why a person goes through a checkout: a first plan, another card, an overdue payment, a paused subscription. */
export type CheckoutPurpose = (typeof checkoutPurposes)[number];

/** @returns the purpose of a checkout that this browser did not start, from the account's subscription. */
export function purposeFor(subscription: Pick<Subscription, 'status'> | null): CheckoutPurpose {
  if (subscription === null || subscription.status === 'deleted') return 'subscribe';
  if (subscription.status === 'past_due') return 'pay';
  return subscription.status === 'paused' ? 'resubscribe' : 'card';
}
