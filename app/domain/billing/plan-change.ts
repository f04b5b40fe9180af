import type { ErrorCode } from '../errors/catalogue.ts';
import type { Money } from './money.ts';
import type { Subscription } from './subscription.ts';

/** When a change is charged: immediately, or with the next bill. New limits apply immediately either way. */
export const chargeTimes = ['now', 'next-cycle'] as const;
export type ChargeTime = (typeof chargeTimes)[number];

/** An upcoming bill, as calculated by the provider. */
export interface UpcomingBill extends Money {
  /** UTC ms. */
  date: number;
  /** The part of the bill for plan changes of this period, negative after a downgrade; null for none. */
  postponed: Money | null;
}

/** The cost of a change, as the provider calculates it. */
export interface ChangePreview {
  /** Now; negative for a credit. */
  immediate: Money;
  next: UpcomingBill;
}

/** @returns why a plan cannot be changed (spec §5, §8); null when it can. The provider changes none that is to end. */
export function changeRefusal(subscription: Pick<Subscription, 'status' | 'cancelsAt'>): ErrorCode | null {
  const { status, cancelsAt } = subscription;
  if (status === 'past_due') return 'payment_details_outdated';
  if (status === 'paused' || status === 'deleted' || cancelsAt !== null) return 'resubscription_needed';
  return null;
}

/** @returns the sentence of spec §8 for a change that failed: a custom quota's is another. */
export function changeFailure(code: ErrorCode, isCustom: boolean): ErrorCode {
  return code === 'plan_change_failed' && isCustom ? 'plan_customization_failed' : code;
}
