import { z } from 'zod';
import { cardBrands } from '#app/domain/billing/payment.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

const paymentInformation = z.strictObject({
  method: z.enum(['card', 'paypal']),
  cardBrand: z.enum(cardBrands),
  lastFour: z.string().nullable(),
  expiry: z.string().nullable(),
});

/** Spec §7: 404 before the account's first payment. */
export const getPaymentInformation = defineCall('GET /account/payment-information', {
  who: caller('billing:manage'),
  answers: {
    200: json(paymentInformation, { method: 'card', cardBrand: 'visa', lastFour: '4242', expiry: '12/2040' }),
  },
  refusals: ['no_subscription', 'no_payment_method'],
  failure: 'payment_information_unavailable',
  async handle({ context, viewer }) {
    const method = await context.services.billing.paymentMethod(viewer.account.id);
    if (!method) throw new AppError(viewer.subscription === null ? 'no_subscription' : 'no_payment_method');
    const { kind, brand, lastFour, expiry } = method;
    return { method: kind, cardBrand: brand, lastFour, expiry };
  },
});
