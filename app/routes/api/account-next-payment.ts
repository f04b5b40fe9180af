import { AppError } from '#app/domain/errors/app-error.ts';
import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { upcomingAnswer } from '#app/http/billing-api.ts';
import { api } from '#app/http/handlers.ts';

/** `GET /account/plan/next-payment` (spec §7): the next bill; 404 when none is to come. */
export const loader = api(caller('billing:manage'), async ({ context, viewer }) => {
  const { subscription } = viewer;
  if (subscription === null) throw new AppError('no_subscription');
  const next = await orElse('billing_unavailable', () =>
    context.services.billingProvider.nextPayment(subscription.providerId),
  );
  if (!next) throw new AppError('not_found');
  return Response.json(upcomingAnswer(next), { headers: privately });
});

export const action = refuseMethod('GET, HEAD');
