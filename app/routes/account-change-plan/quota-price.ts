import { add, type Money, times } from '#app/domain/billing/money.ts';
import type { PlanOffer } from '#app/domain/billing/offer.ts';
import type { Quota } from '#app/domain/billing/quota.ts';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';

export type QuotaBounds = Record<keyof Quota, { min: number; max: number; step: number }>;

/** @returns the parts of a quota that are out of their bounds or off their steps. */
export function wrongQuotas(quota: Quota, bounds: QuotaBounds): Array<keyof Quota> {
  return (['executions', 'activeWorkflows'] as const).filter((name) => {
    const { min, max, step } = bounds[name];
    const value = quota[name];
    return !(Number.isInteger(value) && value >= min && value <= max && (value - min) % step === 0);
  });
}

/**
 * The price of a quota per period while it is typed. `priceOf` calculates the same on the server: its schema is not shipped
 * to the browser.
 * @returns null for a quota out of its bounds.
 */
export function quotaPrice(
  offer: PlanOffer,
  period: BillingPeriod,
  quota: Quota,
  bounds: QuotaBounds,
): Money | null {
  const extras = offer.extras?.[period];
  if (!extras || wrongQuotas(quota, bounds).length > 0) return null;
  const thousands = (quota.executions - bounds.executions.min) / bounds.executions.step;
  const workflows = quota.activeWorkflows - bounds.activeWorkflows.min;
  return add(offer[period], add(times(extras.thousand, thousands), times(extras.workflow, workflows)));
}
