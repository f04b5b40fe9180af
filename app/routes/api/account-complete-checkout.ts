import { AppError } from '#app/domain/errors/app-error.ts';
import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { completeCheckoutBody } from '#app/http/api-bodies/billing.ts';
import { api } from '#app/http/handlers.ts';

/**
 * `POST /account/complete-checkout` (spec §7): confirms that what was paid for is there. It changes nothing: the
 * provider alone says what is active, and while it has not, the checkout was left or asking again can help: a 409.
 */
export const action = api(
  caller('billing:manage'),
  async ({ request, viewer }) => {
    const { planId } = parseBody(completeCheckoutBody, await readJsonObject(request));
    const { subscription } = viewer;
    if (subscription?.status !== 'active' || subscription.planId !== planId) {
      throw new AppError('checkout_incomplete');
    }
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
