import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { parseBody, readOptionalJsonObject, refuseMethod } from '#app/http/api.ts';
import { payLinkBodies } from '#app/http/api-bodies/billing.ts';
import { checkoutReturnUrl } from '#app/http/checkout-link.ts';
import { api } from '#app/http/handlers.ts';
import { readPaddlePlan } from '#app/http/paddle-plans.ts';
import { beginCheckout } from '#app/use-cases/billing/checkout.ts';

/**
 * `POST /v1/paddle/plan/{id}/generatePayLink` (spec §7): begins a checkout and answers its page. The custom plan takes
 * its quota, `{executions, activeWorkflows}`; the others take nothing.
 */
export const action = api(
  caller('billing:manage'),
  async ({ request, params, context, viewer }) => {
    const { planId, period } = (await readPaddlePlan(context, params.id)).spec;
    const body = await readOptionalJsonObject(request);
    const quota = planId === 'custom' ? parseBody(payLinkBodies.custom, body) : null;
    if (planId !== 'custom') parseBody(payLinkBodies.other, body);
    const returnUrl = checkoutReturnUrl(context.portal.url);
    const { url, transactionId } = await orElse('checkout_failed', () =>
      beginCheckout(context.services, viewer, { planId, period, quota }, returnUrl),
    );
    return Response.json({ url, transactionId }, { headers: privately });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
