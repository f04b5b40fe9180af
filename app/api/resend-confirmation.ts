import { resendConfirmation as mailConfirmationAgain } from '#app/use-cases/registration/resend-confirmation.ts';
import { caller, defineCall, noContent } from './plumbing/call.ts';

/** Spec §7: 429 with `Retry-After` within a minute. */
export const resendConfirmation = defineCall('POST /auth/resend-confirmation', {
  who: caller('profile:manage', 'unfinished-too'),
  answers: { 204: noContent },
  refusals: ['resend_too_soon'],
  failure: 'confirmation_not_resent',
  async handle({ context, actor }) {
    await mailConfirmationAgain(context.services, actor);
  },
});
