import { prices } from '#sandbox/paddle/catalogue.ts';
import { type Call, type Calls, otherMethod } from './call.ts';
import type { Ids, State } from './states.ts';

const plan = { planId: 'pro-2', period: 'monthly' };
const quota = { executions: 20_000, activeWorkflows: 20 };

/** A body that names an account, or what an account has, beside what the call takes: refused, whoever's it is. */
const naming = (path: string, body: object, method = 'POST'): Call[] =>
  (['accountId', 'paymentId'] as const).map((name) => ({
    as: `naming ${name}`,
    ...{ path, method, json: (ids: Ids) => ({ ...body, [name]: ids[name] }) },
    ...{ admitted: '422 invalid_form', foreign: '422 invalid_form' },
  }));

const starterPrice = prices.find(({ custom_data }) => custom_data.planId === 'starter')?.id;
const extraPrice = prices.find(({ custom_data }) => custom_data.kind === 'executions')?.id;

/**
 * How the billing calls of spec §7 are called. As in billing-page-calls.ts, the provider knows nothing of a
 * subscription that was written into the database.
 */
export const billingApiCalls: Calls = {
  'routes/api/account-payments loader': [{ path: '/api/account/payments', admitted: '200' }],
  'routes/api/account-payments action': otherMethod('/api/account/payments', 'POST'),
  'routes/api/account-transactions loader': [{ path: '/api/account/transactions', admitted: '200' }],
  'routes/api/account-transactions action': otherMethod('/api/account/transactions', 'DELETE'),
  'routes/api/account-payment-information loader': [
    {
      path: '/api/account/payment-information',
      admitted: ({ subscription }) => (subscription === null ? '404 no_subscription' : '200'),
    },
  ],
  'routes/api/account-payment-information action': otherMethod('/api/account/payment-information', 'PUT'),
  'routes/api/account-next-payment loader': [
    {
      path: '/api/account/plan/next-payment',
      admitted: ({ subscription }) =>
        subscription === null ? '404 no_subscription' : '503 billing_unavailable',
    },
  ],
  'routes/api/account-next-payment action': otherMethod('/api/account/plan/next-payment', 'POST'),
  'routes/api/account-change-preview loader': otherMethod('/api/account/plan/change/preview', 'GET'),
  'routes/api/account-change-preview action': [
    { path: '/api/account/plan/change/preview', json: plan, admitted: changeAnswer('plan_change_failed') },
    ...naming('/api/account/plan/change/preview', plan),
  ],
  'routes/api/account-change loader': otherMethod('/api/account/plan/change', 'GET'),
  'routes/api/account-change action': [
    {
      path: '/api/account/plan/change',
      json: { ...plan, chargeNow: true },
      admitted: changeAnswer('plan_change_failed'),
    },
    ...naming('/api/account/plan/change', { ...plan, chargeNow: true }),
  ],
  'routes/api/account-custom-preview loader': otherMethod('/api/account/plan/change/custom/preview', 'GET'),
  'routes/api/account-custom-preview action': [
    {
      path: '/api/account/plan/change/custom/preview',
      ...{ json: quota, admitted: changeAnswer('plan_customization_failed') },
    },
    ...naming('/api/account/plan/change/custom/preview', quota),
  ],
  'routes/api/account-custom loader': otherMethod('/api/account/plan/change/custom', 'GET'),
  'routes/api/account-custom action': [
    {
      ...{ path: '/api/account/plan/change/custom', method: 'PATCH' },
      json: { ...quota, chargeNow: false },
      admitted: changeAnswer('plan_customization_failed'),
    },
    ...naming('/api/account/plan/change/custom', { ...quota, chargeNow: false }, 'PATCH'),
  ],
  'routes/api/account-complete-checkout loader': otherMethod('/api/account/complete-checkout', 'GET'),
  'routes/api/account-complete-checkout action': [
    {
      path: '/api/account/complete-checkout',
      json: { planId: 'pro-1' },
      admitted: ({ subscription }) => (subscription === 'active' ? '204' : '409 checkout_incomplete'),
    },
    ...naming('/api/account/complete-checkout', { planId: 'pro-1' }),
  ],
  'routes/api/account-billing-active loader': [
    {
      path: '/api/account/billing/active',
      admitted: ({ subscription }) => (subscription === 'active' ? '204' : '404 no_subscription'),
    },
  ],
  'routes/api/account-billing-active action': otherMethod('/api/account/billing/active', 'POST'),
  'routes/api/paddle-plans loader': [{ path: '/api/v1/paddle/plans', admitted: '200' }],
  'routes/api/paddle-plans action': otherMethod('/api/v1/paddle/plans', 'POST'),
  'routes/api/paddle-plan loader': [
    { path: `/api/v1/paddle/plan/${starterPrice}`, admitted: '200' },
    { as: 'one that is none', path: '/api/v1/paddle/plan/pri_none', admitted: '404 not_found' },
  ],
  'routes/api/paddle-plan action': otherMethod('/api/v1/paddle/plan/pri_none', 'DELETE'),
  'routes/api/paddle-pay-link loader': otherMethod('/api/v1/paddle/plan/pri_none/generatePayLink', 'GET'),
  'routes/api/paddle-pay-link action': [
    {
      path: `/api/v1/paddle/plan/${starterPrice}/generatePayLink`,
      admitted: ({ subscription }) =>
        subscription === null || subscription === 'deleted' ? '200' : '409 already_subscribed',
    },
    {
      as: 'for a price that is none',
      ...{ path: '/api/v1/paddle/plan/pri_none/generatePayLink', admitted: '404 not_found' },
    },
    {
      as: 'for an extra without its plan',
      ...{ path: `/api/v1/paddle/plan/${extraPrice}/generatePayLink`, admitted: '404 not_found' },
    },
    ...naming(`/api/v1/paddle/plan/${starterPrice}/generatePayLink`, {}),
  ],
};

/** @param refused what a running subscription's change becomes, which the provider does not know. */
function changeAnswer(refused: string): (state: State) => string {
  return ({ subscription }) => {
    if (subscription === null) return '404 no_subscription';
    if (subscription === 'past_due') return '409 payment_details_outdated';
    return subscription === 'active' ? `502 ${refused}` : '409 resubscription_needed';
  };
}
