import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { pageOf, readPageRequest } from '#app/http/pagination.ts';
import { paths } from '#app/http/paths.ts';

/** `GET /account/payments` (spec §7): the account's bills, newest first. The receipt is on the portal, for who is signed in. */
export const loader = api(caller('billing:manage'), async ({ request, context, viewer }) => {
  const asked = readPageRequest(request);
  const found = await orElse('billing_unavailable', () =>
    // One more than is shown tells whether there are others.
    context.services.billing.payments(viewer.account.id, asked.limit + 1, asked.after),
  );
  const { entries, headers } = pageOf(request, asked, found);
  const list = entries.map(({ id, date, total, status, invoiceNumber }) => ({
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
  return Response.json(list, { headers: { ...privately, ...headers } });
});

export const action = refuseMethod('GET, HEAD');
