import { z } from 'zod';
import {
  completeCheckoutBody,
  customChangeBodies,
  payLinkBodies,
  planChangeBodies,
} from '../../api-bodies/billing.ts';
import { accountAnswer, planAnswer } from '../answers/account.ts';
import {
  paddlePlanAnswer,
  payLinkAnswer,
  paymentInformationAnswer,
  paymentsAnswer,
  previewAnswer,
  upcomingPaymentAnswer,
} from '../answers/billing.ts';
import { accountExample, planExample, upcomingExample } from '../examples.ts';
import { answer, anyone, noContent, type Operation, person } from '../operation.ts';

const manager = person('billing:manage');
const change = { planId: 'pro-2', period: 'monthly' };
const quota = { executions: 20_000, activeWorkflows: 25 };
const account = answer(accountAnswer, accountExample);
const preview = answer(previewAnswer, {
  immediate: { amount: 3000, currency: 'USD' },
  next: upcomingExample,
});
/** Why a subscription's plan stays what it is. */
const notChangeable = [
  'no_subscription',
  'payment_details_outdated',
  'resubscription_needed',
  'plan_charge_waiting',
] as const;
const payments = answer(paymentsAnswer, [
  {
    ...{ id: 'txn_01j8w3v1xq5m', date: '2026-11-21T00:00:00.000Z', amount: 6000, currency: 'USD' },
    ...{ status: 'paid', receiptUrl: 'https://weft.example/manage/billing/invoice/txn_01j8w3v1xq5m' },
  },
]);
/** Newest first; the `Link` of an answer has the address of the next page. */
const pages = {
  limit: { schema: z.string().regex(/^[1-9]\d{0,2}$/), example: '50' },
  cursor: { schema: z.string().max(512), example: 'MTc5NTAwMDAwMDAwMC50eG5fMDE' },
};
const priceId = { id: { schema: z.string(), example: planExample.id } };

export const billingOperations = [
  {
    ...{ id: 'hasActiveBilling', method: 'HEAD', path: '/account/billing/active', group: 'billing' },
    who: person('workspace:view'),
    answers: { 204: noContent },
    refusals: ['no_subscription'],
  },
  {
    ...{ id: 'listPayments', method: 'GET', path: '/account/payments', group: 'billing', who: manager },
    query: pages,
    answers: { 200: payments },
  },
  {
    ...{ id: 'listTransactions', method: 'GET', path: '/account/transactions', group: 'billing' },
    who: manager,
    query: pages,
    answers: { 200: payments },
  },
  {
    ...{ id: 'getPaymentInformation', method: 'GET', path: '/account/payment-information' },
    ...{ group: 'billing', who: manager },
    answers: {
      200: answer(paymentInformationAnswer, {
        ...{ method: 'card', cardBrand: 'visa', lastFour: '4242', expiry: '12/2040' },
      }),
    },
    refusals: ['no_subscription', 'not_found'],
  },
  {
    ...{ id: 'getNextPayment', method: 'GET', path: '/account/plan/next-payment', group: 'billing' },
    who: manager,
    answers: { 200: answer(upcomingPaymentAnswer, upcomingExample) },
    refusals: ['no_subscription', 'not_found', 'billing_unavailable'],
  },
  {
    ...{ id: 'previewPlanChange', method: 'POST', path: '/account/plan/change/preview', group: 'billing' },
    who: manager,
    body: { schema: planChangeBodies.preview, example: change },
    answers: { 200: preview },
    refusals: [...notChangeable, 'plan_unknown', 'plan_change_failed'],
  },
  {
    ...{ id: 'changePlan', method: 'POST', path: '/account/plan/change', group: 'billing', who: manager },
    body: { schema: planChangeBodies.change, example: { ...change, chargeNow: true } },
    answers: { 200: account },
    refusals: [
      ...notChangeable,
      'access_unconfirmed',
      'plan_unknown',
      'plan_change_pending',
      'payment_declined',
      'plan_change_failed',
    ],
  },
  {
    ...{ id: 'previewQuotaChange', method: 'POST', path: '/account/plan/change/custom/preview' },
    ...{ group: 'billing', who: manager },
    body: { schema: customChangeBodies.preview, example: quota },
    answers: { 200: preview },
    refusals: [...notChangeable, 'plan_customization_failed'],
  },
  {
    ...{ id: 'changeQuota', method: 'PATCH', path: '/account/plan/change/custom', group: 'billing' },
    who: manager,
    body: { schema: customChangeBodies.change, example: { ...quota, chargeNow: false } },
    answers: { 200: account },
    refusals: [
      ...notChangeable,
      'access_unconfirmed',
      'plan_change_pending',
      'payment_declined',
      'plan_customization_failed',
    ],
  },
  {
    ...{ id: 'completeCheckout', method: 'POST', path: '/account/complete-checkout', group: 'billing' },
    who: manager,
    body: { schema: completeCheckoutBody, example: { planId: 'pro-1' } },
    answers: { 204: noContent },
    refusals: ['checkout_incomplete'],
  },
  {
    ...{
      id: 'getUserPlan',
      method: 'GET',
      path: '/user/plan',
      group: 'plans',
      who: person('workspace:view'),
    },
    answers: {
      200: answer(planAnswer, {
        ...{ planId: 'trial-1', displayName: 'Trial', isActive: true, userIsTrialing: true },
        ...{ monthlyExecutionsLimit: 1000, activeWorkflowsLimit: 5, concurrentExecutionsLimit: 5 },
        expirationDate: '2026-12-05T02:13:20.000Z',
        metadata: {
          ...{ version: 3, group: 'trial', slug: 'trial-1', isLatest: true },
          trial: { length: 14, gracePeriod: 3 },
        },
      }),
    },
  },
  {
    ...{ id: 'listPlans', method: 'GET', path: '/v1/paddle/plans', group: 'plans', who: anyone },
    answers: { 200: answer(z.array(paddlePlanAnswer), [planExample]) },
    isCacheable: true,
  },
  {
    ...{ id: 'getPlan', method: 'GET', path: '/v1/paddle/plan/{id}', group: 'plans', who: anyone },
    parameters: priceId,
    answers: { 200: answer(paddlePlanAnswer, planExample) },
    isCacheable: true,
    refusals: ['not_found'],
  },
  {
    ...{ id: 'generatePayLink', method: 'POST', path: '/v1/paddle/plan/{id}/generatePayLink' },
    ...{ group: 'plans', who: manager },
    parameters: priceId,
    body: {
      schema: z.union([payLinkBodies.other, payLinkBodies.custom]),
      example: {},
      isOptional: true,
    },
    answers: {
      200: answer(payLinkAnswer, {
        url: 'https://weft.example/account/checkout?_ptxn=txn_01j8w3v1xq5m',
        transactionId: 'txn_01j8w3v1xq5m',
      }),
    },
    refusals: ['not_found', 'already_subscribed', 'checkout_paid'],
  },
] as const satisfies readonly Operation[];
