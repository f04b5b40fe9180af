import { redirect } from '@remix-run/cloudflare';
import { billed } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { readInvoice } from '#app/use-cases/billing/read-billing.ts';

/** One payment's invoice, whose address at the provider is good for an hour and therefore asked for on each click. */
export const loader = page(billed('billing:manage'), async ({ params, context, viewer }) =>
  redirect(await readInvoice(context.services, viewer, params.paymentId ?? '')),
);
