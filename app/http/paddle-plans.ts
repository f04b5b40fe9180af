import type { CataloguePrice, PlanOffer, SoldPlanId } from '#app/domain/billing/offer.ts';
import { offersOf } from '#app/domain/billing/offer.ts';
import { quotaBounds } from '#app/domain/billing/quota.ts';
import { type BillingPeriod, billingPeriods } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { orElse } from './account-answer.ts';
import type { RequestContext } from './load-context.ts';

/** A plan for one period, as spec §3 has the card provider's. */
interface PaddlePlan {
  /** The provider's, of the price. */
  id: string;
  name: string;
  billing_type: 'month' | 'year';
  /** In units of `billing_type`. */
  billing_period: 1;
  spec: {
    planId: SoldPlanId;
    period: BillingPeriod;
    /** Of the custom plan: what its quota may be, and what each unit beyond the least costs, in minor units. */
    customQuota: {
      bounds: typeof quotaBounds;
      perThousandExecutions: number;
      perActiveWorkflow: number;
    } | null;
  };
  /** In minor units, by currency (ISO 4217), before tax. */
  recurring_price: Record<string, number>;
}

/** As old as the catalogue itself may be (spec §9, "HTTP cache 5 minutes"). */
export const forEverybody = { cacheControl: 'public, max-age=300' };

/**
 * @returns what can be bought, by ascending price (spec §7).
 * @throws AppError billing_unavailable when the provider does not answer and its catalogue is not remembered.
 */
export async function readPaddlePlans({ services }: RequestContext): Promise<PaddlePlan[]> {
  const prices = await orElse('billing_unavailable', () => services.billingProvider.prices());
  return offersOf(prices)
    .flatMap((offer) => billingPeriods.flatMap((period) => planOf(offer, period, prices)))
    .sort((a, b) => a.amount - b.amount)
    .map(({ plan }) => plan);
}

/** @throws AppError not_found for an id that is none of these; billing_unavailable. */
export async function readPaddlePlan(context: RequestContext, id: string | undefined): Promise<PaddlePlan> {
  const plan = (await readPaddlePlans(context)).find((one) => one.id === id);
  if (!plan) throw new AppError('not_found');
  return plan;
}

function planOf(offer: PlanOffer, period: BillingPeriod, prices: readonly CataloguePrice[]) {
  const { planId, extras } = offer;
  const price = prices.find((one) => one.planId === planId && one.kind === 'plan' && one.period === period);
  if (!price) return [];
  const { amount, currency } = offer[period];
  const customQuota = extras && {
    bounds: quotaBounds,
    perThousandExecutions: extras[period].thousand.amount,
    perActiveWorkflow: extras[period].workflow.amount,
  };
  const plan: PaddlePlan = {
    id: price.priceId,
    name: i18n.t(`billing.planName.${planId}`),
    billing_type: period === 'yearly' ? 'year' : 'month',
    billing_period: 1,
    spec: { planId, period, customQuota },
    recurring_price: { [currency]: amount },
  };
  return [{ amount, plan }];
}
