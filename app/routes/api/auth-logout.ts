import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { endedSessionCookie } from '#app/http/cookies.ts';
import { isFromAnotherSite } from '#app/http/foreign-navigation.ts';
import { api } from '#app/http/handlers.ts';

/**
 * `GET /auth/logout` (spec §7): ends the session; doing it twice is no error. Reading an address is what another site
 * can have a browser do, so what says that it comes from one is refused.
 */
export const loader = api(
  anyone,
  async ({ request, context }) => {
    if (isFromAnotherSite(request)) throw new AppError('foreign_origin');
    const state = await context.viewer();
    if (state.kind === 'by-token') throw new AppError('session_needed');
    const { services, client, portal } = context;
    if (state.kind === 'signed-in') {
      await services.sessions.signOut({ now: services.clock.now(), viewer: state.viewer, client });
    }
    if (state.kind === 'second-factor-due') await services.sessions.discard(state.pending.tokenHash);
    return new Response(null, {
      status: 204,
      headers: { 'Cache-Control': 'no-store', 'Set-Cookie': endedSessionCookie(portal.isSecure) },
    });
  },
  { methods: 'GET' },
);

export const action = refuseMethod('GET');
