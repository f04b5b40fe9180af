import { prices } from '#sandbox/paddle/catalogue.ts';
import type { Call, Calls } from './call.ts';
import type { Ids, State } from './states.ts';

const plan = { planId: 'pro-2', period: 'monthly' };
const hold = { atLimit: 'hold' };
const quota = { executions: 20_000, activeWorkflows: 20 };

/**
 * A body that also names an account, or a part of one, beside the call's own fields: refused, even for the caller's
 * account.
 */
const naming = (path: string, body: object, method = 'POST'): Call[] =>
  (['accountId', 'paymentId'] as const).map((name) => ({
    as: `naming ${name}`,
    path,
    method,
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
export const billingApiCalls: Calls = {
  'api listPayments': [{ path: '/api/account/payments', admitted: '200' }],
  'api listTransactions': [{ path: '/api/account/transactions', admitted: '200' }],
  'api getPaymentInformation': [
    {
      path: '/api/account/payment-information',
      admitted: ({ subscription }) => (subscription === null ? '404 no_subscription' : '200'),
    },
  ],
  'api getNextPayment': [
    {
      path: '/api/account/plan/next-payment',
      admitted: ({ subscription }) =>
        subscription === null ? '404 no_subscription' : '503 billing_unavailable',
    },
  ],
  'api previewPlanChange': [
    { path: '/api/account/plan/change/preview', json: plan, admitted: changeAnswer('plan_change_failed') },
    ...naming('/api/account/plan/change/preview', plan),
  ],
  'api changePlan': [
    {
      path: '/api/account/plan/change',
      json: { ...plan, chargeNow: true },
      admitted: changeAnswer('plan_change_failed'),
    },
    ...naming('/api/account/plan/change', { ...plan, chargeNow: true }),
  ],
  'api previewQuotaChange': [
    {
      path: '/api/account/plan/change/custom/preview',
      json: quota,
      admitted: changeAnswer('plan_customization_failed'),
    },
    ...naming('/api/account/plan/change/custom/preview', quota),
  ],
  'api changeQuota': [
    {
      path: '/api/account/plan/change/custom',
      method: 'PATCH',
      json: { ...quota, chargeNow: false },
      admitted: changeAnswer('plan_customization_failed'),
    },
    ...naming('/api/account/plan/change/custom', { ...quota, chargeNow: false }, 'PATCH'),
  ],
  'api getAtLimit': [{ path: '/api/account/plan/at-limit', admitted: '200' }],
  'api changeAtLimit': [
    {
      path: '/api/account/plan/at-limit',
      method: 'PUT',
      json: hold,
      admitted: ({ subscription }) => (subscription === null ? '404 no_subscription' : '200'),
    },
    ...naming('/api/account/plan/at-limit', hold, 'PUT'),
  ],
  'api completeCheckout': [
    {
      path: '/api/account/complete-checkout',
      json: { planId: 'pro-1' },
      admitted: ({ subscription }) => (subscription === 'active' ? '204' : '409 checkout_incomplete'),
    },
    ...naming('/api/account/complete-checkout', { planId: 'pro-1' }),
  ],
  'api hasActiveBilling': [
    {
      path: '/api/account/billing/active',
      admitted: ({ subscription }) => (subscription === 'active' ? '204' : '404 no_subscription'),
    },
  ],
  'api listPlans': [{ path: '/api/v1/paddle/plans', admitted: '200' }],
  'api getPlan': [
    { path: `/api/v1/paddle/plan/${starterPrice}`, admitted: '200' },
    { as: 'an unknown plan', path: '/api/v1/paddle/plan/pri_none', admitted: '404 plan_not_found' },
  ],
  'api generatePayLink': [
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
    ...naming(`/api/v1/paddle/plan/${starterPrice}/generatePayLink`, {}),
  ],
};

/** @param refused the answer to a change of a running subscription, which the provider does not know. */
function changeAnswer(refused: string): (state: State) => string {
  return ({ subscription }) => {
    if (subscription === null) return '404 no_subscription';
    if (subscription === 'past_due') return '409 payment_details_outdated';
    return subscription === 'active' ? `502 ${refused}` : '409 resubscription_needed';
  };
}
