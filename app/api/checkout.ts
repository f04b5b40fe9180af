import { z } from 'zod';
import { checkoutReturnUrl } from '#app/http/checkout-link.ts';
import { beginCheckout } from '#app/use-cases/billing/checkout.ts';
import { planIdField, quotaFields } from './plan-change.ts';
import { priceIdParameter, readPaddlePlan } from './plans.ts';
import { AppError, caller, defineCall, json, noContent, parseBody } from './plumbing/call.ts';

const quota = z.strictObject(quotaFields);
const nothing = z.strictObject({});

/** Spec §7: starts a checkout and returns its page. The custom plan takes its quota, the others take nothing. */
export const generatePayLink = defineCall('POST /v1/paddle/plan/{id}/generatePayLink', {
  who: caller('billing:manage'),
  parameters: priceIdParameter,
  body: { schema: z.union([nothing, quota]), isAlternative: true, example: {}, isOptional: true },
  answers: {
    200: json(z.strictObject({ url: z.url(), transactionId: z.string() }), {
      url: 'https://weft.example/account/checkout?_ptxn=txn_01j8w3v1xq5m',
      transactionId: 'txn_01j8w3v1xq5m',
    }),
  },
  refusals: ['plan_not_found', 'already_subscribed', 'checkout_paid'],
  failure: 'checkout_failed',
  async handle({ context, actor, params, readBody }) {
    const { planId, period } = (await readPaddlePlan(context, params.id)).spec;
    const body = await readBody();
    const choice = { planId, period, quota: planId === 'custom' ? parseBody(quota, body) : null };
    if (planId !== 'custom') parseBody(nothing, body);
    const returnUrl = checkoutReturnUrl(context.portal.url, 'subscribe');
    return await beginCheckout(context.services, actor, choice, returnUrl);
  },
});

/**
 * Spec §7: confirms that the paid plan is active. Only the provider activates it: until then a 409, and a retry can
 * succeed.
 */
export const completeCheckout = defineCall('POST /account/complete-checkout', {
  who: caller('billing:manage'),
  body: { schema: z.strictObject({ planId: planIdField }), example: { planId: 'pro-1' } },
  answers: { 204: noContent },
  refusals: ['checkout_incomplete'],
  async handle({ viewer: { subscription }, body }) {
    if (subscription?.status !== 'active' || subscription.planId !== body.planId) {
      throw new AppError('checkout_incomplete');
    }
  },
});
