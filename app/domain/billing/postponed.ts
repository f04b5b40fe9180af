import { type Money, money } from './money.ts';
import type { BilledPlanId, PlanChoice } from './offer.ts';

/** A plan and its quota, as far as they decide limits. */
export type PlanLimits = Omit<PlanChoice<BilledPlanId>, 'period'>;

/**
 * The record of plan changes whose charge waits for the next bill. The provider keeps it with the subscription, written
 * by the request that makes the first of them.
 */
export interface PostponedCharge {
  /** The plan that this period's last payment was for. */
  paid: PlanLimits;
  /** End of the period whose bill contains the charge, UTC ms. In any later period the charge has been billed. */
  until: number;
  /** The charge of a cancellation, or a marker that nothing was owed. Null before. */
  settledBy: 'charge' | 'nothing' | null;
}

/** @returns whether a charge waits for the bill at the end of this period. */
export function isWaiting(
  postponed: PostponedCharge | null,
  currentPeriodEndsAt: number,
): postponed is PostponedCharge {
  return postponed !== null && postponed.until === currentPeriodEndsAt;
}

/**
 * The limits of a subscription: never more than is paid for, or on a coming bill. With a scheduled cancellation
 * no next bill comes, so a charge that is unpaid by then resets the limits to the paid plan.
 */
export function limitsInForce(
  billed: PlanLimits,
  period: { postponed: PostponedCharge | null; cancelsAt: number | null; currentPeriodEndsAt: number },
): PlanLimits {
  const { postponed, cancelsAt, currentPeriodEndsAt } = period;
  const isUnpaid =
    cancelsAt !== null && isWaiting(postponed, currentPeriodEndsAt) && postponed.settledBy === null;
  return isUnpaid ? postponed.paid : billed;
}

/**
 * @param next the upcoming bill, before the customer's credit. @param recurring what each later bill is for.
 * @returns what the bill contains for earlier changes: negative after a downgrade; null without any.
 */
export function sumPostponed(next: Money, recurring: Money): Money | null {
  const amount = next.amount - recurring.amount;
  return amount === 0 ? null : money(amount, next.currency);
}
