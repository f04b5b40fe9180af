import { prices } from '#sandbox/paddle/catalogue.ts';
import { type ApiCall, toCalls } from './api-route-calls.ts';
import type { Ids, State } from './states.ts';

const plan = { planId: 'pro-2', period: 'monthly' };
const hold = { atLimit: 'hold' };
const quota = { executions: 20_000, activeWorkflows: 20 };

/**
 * A body that also names an account, or a part of one, beside the call's own fields: refused, even for the caller's
 * account.
 */
const naming = (body: object, way: Partial<ApiCall> = {}): ApiCall[] =>
  (['accountId', 'paymentId'] as const).map((name) => ({
    ...way,
    as: `naming ${name}`,
    json: (ids: Ids) => ({ ...body, [name]: ids[name] }),
    admitted: '422 invalid_form',
    foreign: '422 invalid_form',
  }));

const starterPrice = prices.find(({ custom_data }) => custom_data.planId === 'starter')?.id;
const extraPrice = prices.find(({ custom_data }) => custom_data.kind === 'executions')?.id;

/**
 * The billing calls of spec §7. As in billing-page-calls.ts, the provider does not know a subscription that was written
 * into the database.
 */
export const billingApiCalls = toCalls({
  listPayments: [{ admitted: '200' }],
  listTransactions: [{ admitted: '200' }],
  getPaymentInformation: [
    { admitted: ({ subscription }) => (subscription === null ? '404 no_subscription' : '200') },
  ],
  getNextPayment: [
    {
      admitted: ({ subscription }) =>
        subscription === null ? '404 no_subscription' : '503 billing_unavailable',
    },
  ],
  previewPlanChange: [{ json: plan, admitted: changeAnswer('plan_change_failed') }, ...naming(plan)],
  changePlan: [
    { json: { ...plan, chargeNow: true }, admitted: changeAnswer('plan_change_failed') },
    ...naming({ ...plan, chargeNow: true }),
  ],
  previewQuotaChange: [
    { json: quota, admitted: changeAnswer('plan_customization_failed') },
    ...naming(quota),
  ],
  changeQuota: [
    { json: { ...quota, chargeNow: false }, admitted: changeAnswer('plan_customization_failed') },
    ...naming({ ...quota, chargeNow: false }),
  ],
  getAtLimit: [{ admitted: '200' }],
  changeAtLimit: [
    { json: hold, admitted: ({ subscription }) => (subscription === null ? '404 no_subscription' : '200') },
    ...naming(hold),
  ],
  completeCheckout: [
    {
      json: { planId: 'pro-1' },
      admitted: ({ subscription }) => (subscription === 'active' ? '204' : '409 checkout_incomplete'),
    },
    ...naming({ planId: 'pro-1' }),
  ],
  hasActiveBilling: [
    { admitted: ({ subscription }) => (subscription === 'active' ? '204' : '404 no_subscription') },
  ],
  listPlans: [{ admitted: '200' }],
  getPlan: [
    { path: `/api/v1/paddle/plan/${starterPrice}`, admitted: '200' },
    { as: 'an unknown plan', path: '/api/v1/paddle/plan/pri_none', admitted: '404 plan_not_found' },
  ],
  generatePayLink: [
    {
      path: `/api/v1/paddle/plan/${starterPrice}/generatePayLink`,
      admitted: ({ subscription }) =>
        subscription === null || subscription === 'deleted' ? '200' : '409 already_subscribed',
    },
    {
      as: 'for an unknown price',
      path: '/api/v1/paddle/plan/pri_none/generatePayLink',
      admitted: '404 plan_not_found',
    },
    {
      as: 'for an extra without its plan',
      path: `/api/v1/paddle/plan/${extraPrice}/generatePayLink`,
      admitted: '404 plan_not_found',
    },
    ...naming({}, { path: `/api/v1/paddle/plan/${starterPrice}/generatePayLink` }),
  ],
});

/** @param refused the answer to a change of a running subscription, which the provider does not know. */
function changeAnswer(refused: string): (state: State) => string {
  return ({ subscription }) => {
    if (subscription === null) return '404 no_subscription';
    if (subscription === 'past_due') return '409 payment_details_outdated';
    return subscription === 'active' ? `502 ${refused}` : '409 resubscription_needed';
  };
}
