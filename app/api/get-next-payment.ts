import { toUpcomingPayment, upcomingExample, upcomingPayment } from './answers/plan-change.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

/** Spec §7: 404 when there is no upcoming bill. */
export const getNextPayment = defineCall('GET /account/plan/next-payment', {
  who: caller('billing:manage'),
  answers: { 200: json(upcomingPayment, upcomingExample) },
  refusals: ['no_subscription', 'no_next_payment', 'billing_unavailable'],
  failure: 'billing_unavailable',
  async handle({ context, viewer: { subscription } }) {
    if (subscription === null) throw new AppError('no_subscription');
    const next = await context.services.billingProvider.nextPayment(subscription.providerId);
    if (!next) throw new AppError('no_next_payment');
    return toUpcomingPayment(next);
  },
});
