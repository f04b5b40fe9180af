import { AppError } from '#app/domain/errors/app-error.ts';
import { caller } from '#app/http/admission.ts';
import { withErrorCode } from '#app/http/error-response.ts';
import { toUpcomingPayment, upcomingExample, upcomingPayment } from './answers/plan-change.ts';
import { defineCall, json } from './plumbing/define-call.ts';

/** Spec §7: 404 when no bill is to come. */
export const getNextPayment = defineCall('getNextPayment', 'GET /account/plan/next-payment', {
  who: caller('billing:manage'),
  answers: { 200: json(upcomingPayment, upcomingExample) },
  refusals: ['no_subscription', 'not_found', 'billing_unavailable'],
  async handle({ context, viewer: { subscription } }) {
    if (subscription === null) throw new AppError('no_subscription');
    const next = await withErrorCode('billing_unavailable', () =>
      context.services.billingProvider.nextPayment(subscription.providerId),
    );
    if (!next) throw new AppError('not_found');
    return toUpcomingPayment(next);
  },
});
