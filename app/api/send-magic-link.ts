import { linkRequestSchema } from '#app/domain/account/forms.ts';
import { requestLink } from '#app/use-cases/recovery/request-link.ts';
import { anyone, defineCall, noContent } from './plumbing/call.ts';

/** Spec §7: 204 whether or not the e-mail is an owner's. */
export const sendMagicLink = defineCall('POST /user/magic-link', {
  who: anyone,
  body: { schema: linkRequestSchema.strict(), example: { email: 'ada@example.com' } },
  answers: { 204: noContent },
  async handle({ context, body }) {
    await requestLink(context.services, 'magic_link', body.email, context.client);
  },
});
