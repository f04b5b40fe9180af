import { jsonReply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import type { Usage } from './executions.ts';
import type { ForPeople } from './guards.ts';
import type { Portal } from './portal.ts';
import type { SignedInPerson } from './sessions.ts';

const noStore = { 'cache-control': 'no-store' };

/**
 * The paths at which n8n's editor asks its own server about its cloud. The answers have no envelope, as the editor expects.
 */
export function cloudRoutes(portal: Portal, usage: () => Usage, forPeople: ForPeople): Route[] {
  const askingRoute = (path: string, ask: (person: SignedInPerson) => Promise<unknown>): Route => ({
    method: 'GET',
    path,
    handle: forPeople(async (_request, person) => {
      try {
        return jsonReply(200, await ask(person), noStore);
      } catch (error) {
        console.error(`${path}:`, error instanceof Error ? error.message : error);
        return jsonReply(502, { message: 'Weft Cloud did not answer.' });
      }
    }),
  });
  // The portal sends no telemetry, and its people have already confirmed their e-mails.
  const ignored = ['upgrade-offer', 'user/event', 'user/resend-confirmation-email'].map((name) => ({
    method: 'POST',
    path: `/rest/cloud/proxy/${name}`,
    handle: forPeople(() => jsonReply(200, {})),
  }));
  return [
    askingRoute('/rest/admin/cloud-plan', () => portal.plan()),
    askingRoute('/rest/cloud/proxy/user/me', ({ email }) => portal.user(email)),
    askingRoute('/rest/cloud/proxy/login/code', async ({ email }) => ({
      code: await portal.loginCode(email),
    })),
    { method: 'GET', path: '/cloud/limits', handle: forPeople(() => jsonReply(200, usage(), noStore)) },
    ...ignored,
  ];
}
