import { z } from 'zod';
import { cardBrands, paymentStatuses } from '#app/domain/billing/payment.ts';
import type { UpcomingBill } from '#app/domain/billing/plan-change.ts';
import { paths } from '#app/domain/paths.ts';
import { AppError, caller, defineCall, json, noContent } from './plumbing/call.ts';
import { pageQuery, readPage } from './plumbing/pages.ts';

/** Minor units of `currency` (ISO 4217). */
export const moneyFields = {
  amount: z.int().meta({ example: 6000 }),
  currency: z.string().length(3).meta({ example: 'USD' }),
};

export const upcomingPayment = z
  .strictObject({
    ...moneyFields,
    date: z.iso.datetime().meta({ example: '2026-12-21T00:00:00.000Z' }),
    /** The part of the amount that is for plan changes of this period; negative after a downgrade. */
    postponed: z.strictObject(moneyFields).optional(),
  })
  .meta({ id: 'UpcomingPayment' });

/** @returns `postponed` only where the amount contains a charge or credit for plan changes. */
export function toUpcomingPayment({ amount, currency, date, postponed }: UpcomingBill) {
  const upcoming = { amount, currency, date: new Date(date).toISOString() };
  return postponed === null ? upcoming : { ...upcoming, postponed };
}

/** Spec §7: 204 while the subscription is active, else 404. */
export const hasActiveBilling = defineCall('HEAD /account/billing/active', {
  who: caller('workspace:view'),
  answers: { 204: noContent },
  refusals: ['no_subscription'],
  async handle({ viewer }) {
    if (viewer.subscription?.status !== 'active') throw new AppError('no_subscription');
  },
});

const RECEIPT_EXAMPLE = 'https://weft.example/manage/billing/invoice/txn_01j8w3v1xq5m';

const payments = z.array(
  z
    .strictObject({
      id: z.string().meta({ example: 'txn_01j8w3v1xq5m' }),
      date: z.iso.datetime().meta({ example: '2026-11-21T00:00:00.000Z' }),
      ...moneyFields,
      status: z.enum(paymentStatuses).meta({ example: 'paid' }),
      receiptUrl: z.url().nullable().meta({ example: RECEIPT_EXAMPLE }),
    })
    .meta({ id: 'Payment' }),
);

/** The account's bills, newest first: each is a transaction of the provider. Receipts are on the portal, for signed-in people. */
function definePayments(route: `GET /${string}`) {
  return defineCall(route, {
    who: caller('billing:manage'),
    query: pageQuery,
    answers: { 200: json(payments) },
    failure: 'billing_unavailable',
    async handle(args) {
      const { context, viewer } = args;
      const entries = await readPage(args, (count, after) =>
        context.services.billing.payments(viewer.account.id, count, { order: 'newest', cursor: after }),
      );
      return entries.map(({ id, date, total, status, invoiceNumber }) => ({
        id,
        date: new Date(date).toISOString(),
        amount: total.amount,
        currency: total.currency,
        status,
        // An unpaid bill has no invoice.
        receiptUrl:
          invoiceNumber === null
            ? null
            : `${context.portal.url}${paths.billingInvoice}/${encodeURIComponent(id)}`,
      }));
    },
  });
}

/** Spec §7. */
export const listPayments = definePayments('GET /account/payments');

/** Spec §7; design §4 answers it as the payments. */
export const listTransactions = definePayments('GET /account/transactions');

const paymentInformation = z.strictObject({
  method: z.enum(['card', 'paypal']).meta({ example: 'card' }),
  cardBrand: z.enum(cardBrands).meta({ example: 'visa' }),
  lastFour: z.string().nullable().meta({ example: '4242' }),
  expiry: z.string().nullable().meta({ example: '12/2040' }),
});

/** Spec §7: 404 before the account's first payment. */
export const getPaymentInformation = defineCall('GET /account/payment-information', {
  who: caller('billing:manage'),
  answers: { 200: json(paymentInformation) },
  refusals: ['no_subscription', 'no_payment_method'],
  failure: 'payment_information_unavailable',
  async handle({ context, viewer }) {
    const method = await context.services.billing.paymentMethod(viewer.account.id);
    if (!method) throw new AppError(viewer.subscription === null ? 'no_subscription' : 'no_payment_method');
    const { kind, brand, lastFour, expiry } = method;
    return { method: kind, cardBrand: brand, lastFour, expiry };
  },
});

/** Spec §7: 404 when there is no upcoming bill. */
export const getNextPayment = defineCall('GET /account/plan/next-payment', {
  who: caller('billing:manage'),
  answers: { 200: json(upcomingPayment) },
  refusals: ['no_subscription', 'no_next_payment', 'billing_unavailable'],
  failure: 'billing_unavailable',
  async handle({ context, viewer: { subscription } }) {
    if (subscription === null) throw new AppError('no_subscription');
    const next = await context.services.billingProvider.nextPayment(subscription.providerId);
    if (!next) throw new AppError('no_next_payment');
    return toUpcomingPayment(next);
  },
});
