import { z } from 'zod';
import { planIdField } from './answers/plan-change.ts';
import { AppError, caller, defineCall, noContent } from './plumbing/call.ts';

/**
 * Spec §7: confirms that the paid plan is active, and changes nothing. Only the provider activates a plan; until then a
 * 409, since the checkout was abandoned, or a retry can succeed.
 */
export const completeCheckout = defineCall('POST /account/complete-checkout', {
  who: caller('billing:manage'),
  body: { schema: z.strictObject({ planId: planIdField }), example: { planId: 'pro-1' } },
  answers: { 204: noContent },
  refusals: ['checkout_incomplete'],
  async handle({ viewer: { subscription }, body }) {
    if (subscription?.status !== 'active' || subscription.planId !== body.planId) {
      throw new AppError('checkout_incomplete');
    }
  },
});
