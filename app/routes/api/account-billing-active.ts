import { AppError } from '#app/domain/errors/app-error.ts';
import { privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';

/** `HEAD /account/billing/active` (spec §7): 204 while the subscription is active, else 404. */
export const loader = api(caller('workspace:view'), async ({ viewer }) => {
  if (viewer.subscription?.status !== 'active') throw new AppError('no_subscription');
  return new Response(null, { status: 204, headers: privately });
});

export const action = refuseMethod('GET, HEAD');
