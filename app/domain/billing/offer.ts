import { AppError } from '../errors/app-error.ts';
import { add, type Money, times } from './money.ts';
import { chargedUnits, type Quota, quotaOf } from './quota.ts';
import type { BillingPeriod, Subscription } from './subscription.ts';

/** The plans that are sold, the cheapest first. */
export const soldPlanIds = ['starter', 'pro-1', 'pro-2', 'custom'] as const;
export type SoldPlanId = (typeof soldPlanIds)[number];

/** The plans of prices, with the legacy plans of their remaining accounts. */
export const billedPlanIds = [...soldPlanIds, 'power', 'large'] as const;
export type BilledPlanId = (typeof billedPlanIds)[number];

export const priceKinds = ['plan', 'executions', 'workflows', 'overage'] as const;

/** The purpose of a price in the provider's catalogue, from its `custom_data`. */
export interface CataloguePrice {
  priceId: string;
  planId: BilledPlanId;
  /**
   * A plan itself, one thousand executions more, or one active workflow more, each period. `overage`: one thousand
   * executions beyond the plan's, once; its period is the month in which they are counted.
   */
  kind: (typeof priceKinds)[number];
  period: BillingPeriod;
  unitPrice: Money;
  /** Whether `unitPrice` includes tax. */
  taxInclusive: boolean;
}

/** A choice: a plan, its billing period, and the quota of the custom plan. */
export interface PlanChoice<Id extends string = SoldPlanId> {
  planId: Id;
  period: BillingPeriod;
  /** For the custom plan only. */
  quota: Quota | null;
}

/** @returns a choice as the account's activity stores it: `pro-1/yearly`, `custom/monthly/20000/25`. */
export function choiceText({ planId, period, quota }: PlanChoice<string>): string {
  return [planId, period, ...(quota ? [quota.executions, quota.activeWorkflows] : [])].join('/');
}

/** @returns the plan and the paid period to which a page's costs belong; the page's form posts it back. */
export function shownSubscription(subscription: Subscription): string {
  return `${choiceText(subscription)}/${subscription.currentPeriodEndsAt}`;
}

export interface PurchaseItem {
  priceId: string;
  quantity: number;
  /** The period of the price. */
  period: BillingPeriod;
}

/** A plan with its prices, as it is shown to be chosen. */
export interface PlanOffer {
  planId: SoldPlanId;
  monthly: Money;
  yearly: Money;
  /** The discount of a year against twelve months, in whole percent, rounded down so that it is never overstated. */
  yearlyDiscountPercent: number;
  /** Whether every price of the offer includes tax. */
  taxInclusive: boolean;
  /** One thousand executions beyond the plan's; null for a plan without paid executions. */
  overage: Money | null;
  /** For the custom plan: one thousand more executions, and one more active workflow. */
  extras: Record<BillingPeriod, { thousand: Money; workflow: Money }> | null;
}

/** @returns what can be bought, by ascending price (spec §7), without plans that lack a price or mix currencies. */
export function offersOf(prices: readonly CataloguePrice[]): PlanOffer[] {
  const offers = soldPlanIds.flatMap((planId) => offerOf(planId, prices) ?? []);
  return offers.sort((a, b) => a.monthly.amount - b.monthly.amount);
}

function offerOf(planId: SoldPlanId, prices: readonly CataloguePrice[]): PlanOffer | null {
  const ofPlan = prices.filter((price) => price.planId === planId);
  const unit = (kind: CataloguePrice['kind'], period: BillingPeriod) =>
    ofPlan.find((price) => price.kind === kind && price.period === period)?.unitPrice;
  const [monthly, yearly] = [unit('plan', 'monthly'), unit('plan', 'yearly')];
  if (!monthly || !yearly || !isOneCurrency(ofPlan)) return null;
  const offer = {
    planId,
    monthly,
    yearly,
    yearlyDiscountPercent: discountPercent(monthly, yearly),
    taxInclusive: ofPlan.every((price) => price.taxInclusive),
    overage: unit('overage', 'monthly') ?? null,
  };
  if (planId !== 'custom') return { ...offer, extras: null };
  const extrasOfPeriod = (period: BillingPeriod) => {
    const [thousand, workflow] = [unit('executions', period), unit('workflows', period)];
    return thousand && workflow ? { thousand, workflow } : null;
  };
  const [everyMonth, everyYear] = [extrasOfPeriod('monthly'), extrasOfPeriod('yearly')];
  return everyMonth && everyYear ? { ...offer, extras: { monthly: everyMonth, yearly: everyYear } } : null;
}

function isOneCurrency(prices: readonly CataloguePrice[]): boolean {
  return new Set(prices.map(({ unitPrice }) => unitPrice.currency)).size === 1;
}

/** Uses BigInt: twelve times an amount may exceed the exact range of a number. */
function discountPercent(monthly: Money, yearly: Money): number {
  const twelve = BigInt(monthly.amount) * 12n;
  const saved = twelve - BigInt(yearly.amount);
  return twelve > 0n && saved > 0n ? Number((saved * 100n) / twelve) : 0;
}

/**
 * @returns what a choice costs each period, with tax if the offer is `taxInclusive`.
 * @throws AppError plan_unknown when it is not on offer.
 */
export function priceOf(choice: PlanChoice, offers: readonly PlanOffer[]): Money {
  const offer = offers.find(({ planId }) => planId === choice.planId);
  if (!offer) throw new AppError('plan_unknown');
  const base = offer[choice.period];
  if (!offer.extras || !choice.quota) return base;
  const { thousand, workflow } = offer.extras[choice.period];
  const { thousands, workflows } = chargedUnits(choice.quota);
  return add(base, add(times(thousand, thousands), times(workflow, workflows)));
}

/**
 * @param choice of a plan on sale, or of one that the account had.
 * @returns what the provider is to bill for a choice.
 * @throws AppError plan_unknown when a price is missing.
 */
export function itemsOf(choice: PlanChoice<string>, prices: readonly CataloguePrice[]): PurchaseItem[] {
  const item = (kind: CataloguePrice['kind'], quantity: number): PurchaseItem[] => {
    if (quantity === 0) return [];
    const price = prices.find(
      ({ planId, kind: of, period }) => planId === choice.planId && of === kind && period === choice.period,
    );
    if (!price) throw new AppError('plan_unknown');
    return [{ priceId: price.priceId, quantity, period: choice.period }];
  };
  if (choice.planId !== 'custom') return item('plan', 1);
  if (!choice.quota) throw new AppError('plan_unknown');
  const { thousands, workflows } = chargedUnits(choice.quota);
  return [...item('plan', 1), ...item('executions', thousands), ...item('workflows', workflows)];
}

/** @returns the choice that items represent: a plan and the custom one's extras, all of one period. Null for other items. */
export function choiceOf(
  items: ReadonlyArray<{
    price: Omit<CataloguePrice, 'unitPrice' | 'priceId' | 'taxInclusive'> | null;
    quantity: number;
  }>,
): PlanChoice<BilledPlanId> | null {
  const plans = items.filter(({ price }) => price?.kind === 'plan');
  const plan = plans[0]?.price;
  if (!plan || plans.length > 1 || plans[0]?.quantity !== 1) return null;
  const { planId, period } = plan;
  if (items.some(({ price }) => price?.planId !== planId || price.period !== period)) return null;
  if (planId !== 'custom') return items.length === 1 ? { planId, period, quota: null } : null;
  const quantityOf = (kind: CataloguePrice['kind']) =>
    items.filter(({ price }) => price?.kind === kind).reduce((sum, { quantity }) => sum + quantity, 0);
  const quota = quotaOf({ thousands: quantityOf('executions'), workflows: quantityOf('workflows') });
  return { planId, period, quota };
}
