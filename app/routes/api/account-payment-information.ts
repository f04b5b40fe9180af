import { AppError } from '#app/domain/errors/app-error.ts';
import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';

/** `GET /account/payment-information` (spec §7): how the account pays; 404 before it first did. */
export const loader = api(caller('billing:manage'), async ({ context, viewer }) => {
  const { method } = await orElse('payment_information_unavailable', () =>
    context.services.billing.account(viewer.account.id),
  );
  if (!method) throw new AppError(viewer.subscription === null ? 'no_subscription' : 'not_found');
  const { kind, brand, lastFour, expiry } = method;
  return Response.json({ method: kind, cardBrand: brand, lastFour, expiry }, { headers: privately });
});

export const action = refuseMethod('GET, HEAD');
