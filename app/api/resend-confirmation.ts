import { resendConfirmation as mailConfirmationAgain } from '#app/use-cases/registration/resend-confirmation.ts';
import { caller, defineCall, noContent, withErrorCode } from './plumbing/call.ts';

/** Spec §7: 429 with `Retry-After` within a minute. */
export const resendConfirmation = defineCall('POST /auth/resend-confirmation', {
  who: caller('profile:manage', 'unfinished-too'),
  answers: { 204: noContent },
  refusals: ['resend_too_soon'],
  async handle({ context, viewer }) {
    await withErrorCode('confirmation_not_resent', () =>
      mailConfirmationAgain(context.services, viewer, context.client),
    );
  },
});
