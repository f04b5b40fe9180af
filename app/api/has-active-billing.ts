import { AppError, caller, defineCall, noContent } from './plumbing/call.ts';

/** Spec §7: 204 while the subscription is active, else 404. */
export const hasActiveBilling = defineCall('HEAD /account/billing/active', {
  who: caller('workspace:view'),
  answers: { 204: noContent },
  refusals: ['no_subscription'],
  async handle({ viewer }) {
    if (viewer.subscription?.status !== 'active') throw new AppError('no_subscription');
  },
});
