import { overageBodySchema } from '#app/domain/billing/overage-form.ts';
import { chooseAtLimit } from '#app/use-cases/billing/choose-at-limit.ts';
import { atLimitAnswer, toAtLimit } from './answers/at-limit.ts';
import { reloadPayer } from './answers/plan-change.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Chooses what happens when the plan's executions are used up; running on names the price that `GET` answers. */
export const changeAtLimit = defineCall('PUT /account/plan/at-limit', {
  who: caller('billing:manage'),
  body: {
    schema: overageBodySchema,
    example: { atLimit: 'run_on', maxThousands: 10, unitAmount: 800, currency: 'USD' },
  },
  answers: { 200: atLimitAnswer },
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
