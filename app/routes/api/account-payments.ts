import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { paths } from '#app/http/paths.ts';

/** `GET /account/payments` (spec §7): the account's bills, newest first. The receipt is on the portal, for who is signed in. */
export const loader = api(caller('billing:manage'), async ({ context, viewer }) => {
  const { payments } = await orElse('billing_unavailable', () =>
    context.services.billing.account(viewer.account.id),
  );
  const list = payments.map(({ id, date, total, status, invoiceNumber }) => ({
    id,
    date: new Date(date).toISOString(),
    amount: total.amount,
    currency: total.currency,
    status,
    // What was not paid has no invoice.
    receiptUrl:
      invoiceNumber === null
        ? null
        : `${context.portal.url}${paths.billingInvoice}/${encodeURIComponent(id)}`,
  }));
  return Response.json(list, { headers: privately });
});

export const action = refuseMethod('GET, HEAD');
