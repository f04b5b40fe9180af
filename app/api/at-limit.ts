import { z } from 'zod';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { atLimitChoices, overageBodySchema } from '#app/domain/billing/overage-form.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { chooseAtLimit, readAtLimit } from '#app/use-cases/billing/choose-at-limit.ts';
import { moneyFields } from './payments.ts';
import { reloadPayer } from './plan-change.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

const atLimit = z.strictObject({
  atLimit: z.enum(atLimitChoices).meta({ example: 'run_on' }),
  /** The cap that was chosen, in thousands of executions a month; null before there was a choice to run on. */
  maxThousands: z.int().nullable().meta({ example: 10 }),
  /** The price of one thousand executions, with tax if the account is `taxInclusive`; null for a plan without paid executions. */
  unitPrice: z
    .strictObject(moneyFields)
    .nullable()
    .meta({ example: { amount: 800, currency: 'USD' } }),
  /** Executions beyond the plan that run now: 0 while they are held. */
  maxExecutions: z.int().meta({ example: 10_000 }),
});

async function toAtLimit({ services }: RequestContext, viewer: Viewer): Promise<z.output<typeof atLimit>> {
  const { choice, unitPrice, terms } = await readAtLimit(services, viewer);
  const { maxThousands } = choice;
  return {
    atLimit: maxThousands === null ? 'hold' : 'run_on',
    maxThousands,
    unitPrice,
    maxExecutions: terms?.maxExecutions ?? 0,
  };
}

export const getAtLimit = defineCall('GET /account/plan/at-limit', {
  who: caller('billing:manage'),
  answers: { 200: json(atLimit) },
  failure: 'billing_unavailable',
  handle: ({ context, viewer }) => toAtLimit(context, viewer),
});

/** Chooses what happens when the plan's executions are used up; running on names the price that `GET` answers. */
export const changeAtLimit = defineCall('PUT /account/plan/at-limit', {
  who: caller('billing:manage'),
  body: {
    schema: overageBodySchema,
    example: { atLimit: 'run_on', maxThousands: 10, unitAmount: 800, currency: 'USD' },
  },
  answers: { 200: json(atLimit) },
  refusals: [
    'no_subscription',
    'payment_details_outdated',
    'resubscription_needed',
    'access_unconfirmed',
    'overage_not_sold',
    'overage_price_changed',
  ],
  failure: 'billing_unavailable',
  async handle({ context, actor, body }) {
    await chooseAtLimit(context.services, actor, body);
    return toAtLimit(context, await reloadPayer(context));
  },
});
