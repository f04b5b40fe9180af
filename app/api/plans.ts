import { z } from 'zod';
import { type CataloguePrice, offersOf, type PlanOffer, soldPlanIds } from '#app/domain/billing/offer.ts';
import { quotaBounds } from '#app/domain/billing/quota.ts';
import { type BillingPeriod, billingPeriods } from '#app/domain/billing/subscription.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { t } from '#app/i18n/t.ts';
import { AppError, anyone, defineCall, json, withErrorCode } from './plumbing/call.ts';

const PRICE_EXAMPLE = 'pri_01j8w3v1xq5mstarter0monthly';

const bounds = z.strictObject({ min: z.int(), max: z.int(), step: z.int() });

/** A plan for one period, as spec §3 has the card provider's. */
const paddlePlan = z
  .strictObject({
    /** The provider's id of the price. */
    id: z.string().meta({ example: PRICE_EXAMPLE }),
    name: z.string().meta({ example: 'Starter' }),
    billing_type: z.enum(['month', 'year']).meta({ example: 'month' }),
    /** In units of `billing_type`. */
    billing_period: z.literal(1).meta({ example: 1 }),
    spec: z.strictObject({
      planId: z.enum(soldPlanIds).meta({ example: 'starter' }),
      period: z.enum(billingPeriods).meta({ example: 'monthly' }),
      /** For the custom plan: the limits of its quota, and the price of each unit above the minimum, in minor units. */
      customQuota: z
        .strictObject({
          bounds: z.strictObject({ executions: bounds, activeWorkflows: bounds }),
          perThousandExecutions: z.int(),
          perActiveWorkflow: z.int(),
        })
        .nullable(),
    }),
    /** In minor units, by currency (ISO 4217); with tax if the price's tax mode is `internal`. */
    recurring_price: z.record(z.string(), z.int()).meta({ example: { USD: 2400 } }),
  })
  .meta({ id: 'PaddlePlan' });
type PaddlePlan = z.output<typeof paddlePlan>;

export const priceIdParameter = { id: { schema: z.string(), example: PRICE_EXAMPLE } };

/** The maximum age of the catalogue itself (spec §9, "HTTP cache 5 minutes"). */
const publicCaching = { cacheControl: 'public, max-age=300' };

/** @returns what can be bought, by ascending price (spec §7). @throws AppError billing_unavailable */
async function readPaddlePlans({ services }: RequestContext): Promise<PaddlePlan[]> {
  const prices = await withErrorCode('billing_unavailable', () => services.billingProvider.prices());
  return offersOf(prices)
    .flatMap((offer) => billingPeriods.flatMap((period) => toPaddlePlan(offer, period, prices)))
    .sort((a, b) => a.amount - b.amount)
    .map(({ plan }) => plan);
}

/** @throws AppError plan_not_found for an unknown id; billing_unavailable. */
export async function readPaddlePlan(context: RequestContext, id: string | undefined): Promise<PaddlePlan> {
  const plan = (await readPaddlePlans(context)).find((one) => one.id === id);
  if (!plan) throw new AppError('plan_not_found');
  return plan;
}

function toPaddlePlan(offer: PlanOffer, period: BillingPeriod, prices: readonly CataloguePrice[]) {
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
    name: t(`billing.planName.${planId}`),
    billing_type: period === 'yearly' ? 'year' : 'month',
    billing_period: 1,
    spec: { planId, period, customQuota },
    recurring_price: { [currency]: amount },
  };
  return [{ amount, plan }];
}

/** Spec §7: each plan for each period, by ascending price. */
export const listPlans = defineCall('GET /v1/paddle/plans', {
  who: anyone,
  caching: publicCaching,
  answers: { 200: json(z.array(paddlePlan)) },
  handle: ({ context }) => readPaddlePlans(context),
});

/** Spec §7: one of the plans of `GET /v1/paddle/plans`. */
export const getPlan = defineCall('GET /v1/paddle/plan/{id}', {
  who: anyone,
  parameters: priceIdParameter,
  caching: publicCaching,
  answers: { 200: json(paddlePlan) },
  refusals: ['plan_not_found'],
  handle: ({ context, params }) => readPaddlePlan(context, params.id),
});
