import { z } from 'zod';
import { paymentStatuses } from '#app/domain/billing/payment.ts';
import { paths } from '#app/domain/paths.ts';
import { caller, defineCall, json } from '../plumbing/call.ts';
import { pageQuery, readPage } from '../plumbing/pages.ts';
import { moneyFields } from './plan-change.ts';

const payments = z.array(
  z
    .strictObject({
      id: z.string(),
      date: z.iso.datetime(),
      ...moneyFields,
      status: z.enum(paymentStatuses),
      receiptUrl: z.url().nullable(),
    })
    .meta({ id: 'Payment' }),
);

/** The account's bills, newest first: each is a transaction of the provider. Receipts are on the portal, for signed-in people. */
export function definePayments(route: `GET /${string}`) {
  return defineCall(route, {
    who: caller('billing:manage'),
    query: pageQuery,
    answers: {
      200: json(payments, [
        {
          id: 'txn_01j8w3v1xq5m',
          date: '2026-11-21T00:00:00.000Z',
          amount: 6000,
          currency: 'USD',
          status: 'paid',
          receiptUrl: 'https://weft.example/manage/billing/invoice/txn_01j8w3v1xq5m',
        },
      ]),
    },
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
