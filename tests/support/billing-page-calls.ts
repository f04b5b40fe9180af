import type { Call, Calls } from './call.ts';
import type { Ids, State } from './states.ts';

const billing = (as: string, form: Call['form'], admitted: Call['admitted']): Call => ({
  as,
  path: '/manage/billing',
  isBilled: true,
  admitted,
  ...(form === undefined ? {} : { form }),
});

/** @returns the answer to a cancellation: the subscription decides before the name that was typed. */
const cancellation =
  (otherwise: string) =>
  ({ subscription }: State): string => {
    // An ended subscription is already cancelled.
    if (subscription === 'deleted') return '302 /manage/billing';
    return subscription === 'paused' ? '409' : otherwise;
  };

/**
 * The calls of the billing screens. The provider does not know a subscription that was written into the database, so every
 * request to it fails with its sentence, and nothing changes.
 */
export const billingPageCalls: Calls = {
  'routes/manage-billing loader': [
    { path: '/manage/billing', isBilled: true, admitted: '200' },
    { as: 'with the dialog', path: '/manage/billing?dialog=cancel', isBilled: true, admitted: '200' },
  ],
  'routes/manage-billing action': [
    // The name is not the workspace's, so nothing is cancelled.
    billing('cancel by another name', { intent: 'cancel', workspaceName: 'another' }, cancellation('422')),
    {
      ...billing('cancel', undefined, cancellation('502')),
      form: ({ workspaceName }: Ids) => ({ intent: 'cancel', workspaceName }),
      foreign: cancellation('422'),
    },
    billing('details', { intent: 'details', country: 'none' }, '422'),
    billing('change-card', { intent: 'change-card' }, '502'),
    billing('resubscribe', { intent: 'resubscribe' }, ({ subscription }) => {
      if (subscription === 'deleted') return '302 /account/change-plan';
      // A paused subscription is bought again, which starts without the old subscription.
      if (subscription === 'paused') return '302 /account/checkout?transaction=txn_*';
      return subscription === 'active' ? '302 /manage/billing' : '502';
    }),
    billing('nothing known', {}, '400'),
  ],
  'routes/manage-billing-csv loader': [
    {
      as: 'filtered',
      path: '/manage/billing/payments.csv?status=paid',
      isBilled: true,
      changes: true,
      admitted: '200',
    },
  ],
  'routes/billing-invoice loader': [
    { path: '/manage/billing/invoice/txn_none', isBilled: true, admitted: '404' },
    {
      as: 'by its id',
      path: ({ paymentId }) => `/manage/billing/invoice/${paymentId}`,
      isBilled: true,
      admitted: '404',
      foreign: '404',
    },
  ],
  'routes/account-change-plan loader': [
    { path: '/account/change-plan', admitted: changeable('200') },
    {
      as: 'to confirm one',
      path: '/account/change-plan?confirm=pro-2&period=monthly',
      admitted: changeable('200'),
    },
  ],
  'routes/account-change-plan action': [
    { path: '/account/change-plan', form: { intent: 'none' }, admitted: '400' },
    {
      as: 'an unknown plan',
      path: '/account/change-plan',
      admitted: '422',
      form: { intent: 'checkout', plan: 'none', period: 'monthly' },
    },
    {
      as: 'change',
      path: '/account/change-plan',
      form: { intent: 'change', plan: 'pro-2', period: 'monthly', charge: 'now' },
      admitted: ({ subscription }) => {
        if (subscription === null) return '404';
        return subscription === 'active' ? '502' : '302 /manage/billing';
      },
    },
    {
      as: 'change to what is out of bounds',
      path: '/account/change-plan',
      form: {
        intent: 'change',
        plan: 'custom',
        period: 'monthly',
        charge: 'now',
        executions: '9',
        activeWorkflows: '20',
      },
      admitted: '302 /account/change-plan?plan=custom&period=monthly&executions=9&activeWorkflows=20',
    },
  ],
  'routes/billing-checkout loader': [
    {
      path: '/account/checkout',
      admitted: ({ subscription }) =>
        subscription === null || subscription === 'deleted'
          ? '302 /account/change-plan'
          : '302 /manage/billing',
    },
    { as: 'with a transaction', path: '/account/checkout?transaction=txn_01none', admitted: '200' },
    { as: 'once it is paid', path: '/account/checkout?paid=subscribe', admitted: '200' },
  ],
};

/** The change-plan button's rule (spec §5): a past-due or paused subscription redirects to billing first. */
function changeable(admitted: string): (state: State) => string {
  return ({ subscription }) =>
    subscription === 'past_due' || subscription === 'paused' ? '302 /manage/billing' : admitted;
}
