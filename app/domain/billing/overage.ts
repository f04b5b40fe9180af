import type { OverageTerms } from '../instance/overage-state.ts';
import { type Money, money, times } from './money.ts';
import type { CataloguePrice } from './offer.ts';
import type { Subscription } from './subscription.ts';

/** Executions beyond a plan's amount are paid in started thousands. */
export const OVERAGE_UNIT = 1_000;
/** The largest cap, in thousands: as many as the largest custom quota has. */
export const MAX_OVERAGE_THOUSANDS = 250;

/** The prices of one thousand that an account's people agreed to, in minor units by plan. */
export interface OveragePrices {
  currency: string;
  byPlan: Record<string, number>;
}

/** The account's choice for the limit of its plan. */
export interface OverageChoice {
  /** Null holds executions at the limit. */
  maxThousands: number | null;
  /** Null before its people first agreed to a price. */
  prices: OveragePrices | null;
}

/**
 * @returns the terms in force; null when executions are held at the limit: in a trial, while a
 *   payment is past due or the subscription is paused or about to end, and with a plan that does
 *   not sell more or costs more for it than its people agreed to.
 */
export function overageTermsOf(
  plan: { id: string; sellsOverage: boolean },
  subscription: Pick<Subscription, 'status' | 'cancelsAt'> | null,
  { maxThousands, prices }: OverageChoice,
): OverageTerms | null {
  if (!plan.sellsOverage || maxThousands === null || prices === null) return null;
  if (subscription?.status !== 'active' || subscription.cancelsAt !== null) return null;
  if (!Object.hasOwn(prices.byPlan, plan.id)) return null;
  const unitPrice = money(Number(prices.byPlan[plan.id]), prices.currency);
  return { maxExecutions: maxThousands * OVERAGE_UNIT, unitPrice };
}

/** @returns the price of one thousand executions more; null for a plan that the catalogue sells none for. */
export function overagePriceOf(planId: string, prices: readonly CataloguePrice[]): CataloguePrice | null {
  return prices.find((price) => price.planId === planId && price.kind === 'overage') ?? null;
}

/** @returns the prices that are agreed to with a plan's price: a plan that asks no more needs no new choice. */
export function selectAgreedPrices(agreed: Money, prices: readonly CataloguePrice[]): OveragePrices {
  const { amount, currency } = agreed;
  const covered = prices.filter(
    ({ kind, unitPrice }) =>
      kind === 'overage' && unitPrice.currency === currency && unitPrice.amount <= amount,
  );
  return {
    currency,
    byPlan: Object.fromEntries(covered.map(({ planId, unitPrice }) => [planId, unitPrice.amount])),
  };
}

/** @returns the number of started thousands, each of which is charged. */
export function overageUnits(executions: number): number {
  return Math.ceil(executions / OVERAGE_UNIT);
}

/** @returns the price of `executions` beyond a plan, before or with tax like the unit's price. */
export function overageCost(executions: number, unitPrice: Money): Money {
  return times(unitPrice, overageUnits(executions));
}

/** @returns the cap that is proposed, in thousands: as many as the plan has. */
export function proposeMaxThousands(monthlyExecutions: number): number {
  return Math.min(MAX_OVERAGE_THOUSANDS, Math.max(1, overageUnits(monthlyExecutions)));
}
