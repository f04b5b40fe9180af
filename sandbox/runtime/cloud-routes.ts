import { json, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { loginCode } from './admin-panel.ts';
import type { Cloud } from './cloud.ts';
import type { RuntimeConfig } from './config.ts';
import { PortalRefusal } from './portal-calls.ts';
import type { Person } from './sessions.ts';

type ForPeople = (
  act: (request: RouteRequest, person: Person) => Promise<Reply>,
) => (request: RouteRequest) => Reply | Promise<Reply>;

/** The addresses at which n8n's editor asks its own server for its cloud, which the hook file answers. */
export function cloudRoutes(
  { config, cloud, now }: { config: RuntimeConfig; cloud: Cloud; now: () => number },
  forPeople: ForPeople,
): Route[] {
  const asked = (path: string, ask: (person: Person) => Promise<unknown>): Route => ({
    method: 'GET',
    path,
    handle: forPeople(async (_request, person) => {
      try {
        return json(200, { data: await ask(person) }, { 'cache-control': 'no-store' });
      } catch (error) {
        console.error(`${path}:`, error);
        // What the portal does not have yet is no failure to n8n.
        return error instanceof PortalRefusal && error.status === 404
          ? json(404, { message: 'There is nothing yet.' })
          : json(502, { message: 'Weft Cloud did not answer.' });
      }
    }),
  });
  return [
    asked('/rest/admin/cloud-plan', () => cloud.plan()),
    asked('/rest/cloud/limits', () => cloud.limits()),
    asked('/rest/cloud/proxy/user/me', (person) => cloud.user(person)),
    asked('/rest/cloud/proxy/login/code', async (person) => ({
      code: await loginCode(config, person, now()),
    })),
  ];
}
