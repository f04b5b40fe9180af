import { sessionCookie } from '#app/http/cookies.ts';
import { isFromAnotherSite } from '#app/http/foreign-navigation.ts';
import { signOutOfPortal } from '#app/use-cases/session/sign-out.ts';
import { AppError, anyone, defineCall, noContent } from './plumbing/call.ts';

/**
 * Spec §7: repeating it is not an error. Another site can make a browser open an address, so a cross-site request is
 * refused.
 */
export const logout = defineCall('GET /auth/logout', {
  who: anyone,
  takesHead: false,
  answers: { 204: noContent },
  refusals: ['foreign_origin', 'session_needed'],
  async handle({ request, context, headers }) {
    if (isFromAnotherSite(request)) throw new AppError('foreign_origin');
    const state = await context.viewer();
    if (state.kind === 'by-token') throw new AppError('session_needed');
    await signOutOfPortal(context.services, state, context.client);
    headers.set('Set-Cookie', sessionCookie.clear(context.portal.isSecure));
  },
});
