import { redirect } from '@remix-run/cloudflare';
import { memberWithBilling } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { readInvoice } from '#app/use-cases/billing/read-billing.ts';

/** Redirects to a payment's invoice. The provider's address lasts an hour, so each click asks for a new one. */
export const loader = page(memberWithBilling('billing:manage'), async ({ params, context, actor }) =>
  redirect(await readInvoice(context.services, actor, params.paymentId ?? '')),
);
