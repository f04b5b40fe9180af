import { BodyError, parseJson } from '#sandbox/server/body.ts';
import { jsonReply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import type { Credentials } from './credentials.ts';
import type { ForPeople } from './guards.ts';

/** n8n's calls for credentials, as far as tests of credential backups need them. Like n8n's, they never return a secret. */
export function credentialRoutes(credentials: Credentials, signedIn: ForPeople, now: () => number): Route[] {
  const noCredential = () => jsonReply(404, { message: 'There is no such credential.' });
  return [
    {
      method: 'GET',
      path: '/rest/credentials',
      handle: signedIn(() => jsonReply(200, { data: credentials.list().map(toSummary) })),
    },
    {
      method: 'POST',
      path: '/rest/credentials',
      handle: signedIn(async (request) => {
        const { name, type, data }: Record<string, unknown> = Object(parseJson(await request.text()));
        if (typeof name !== 'string' || typeof type !== 'string' || typeof data !== 'object' || data === null)
          throw new BodyError(400, 'This is not a credential.');
        return jsonReply(200, { data: toSummary(credentials.create({ name, type, data }, now())) });
      }),
    },
    {
      method: 'GET',
      path: '/rest/credentials/:id',
      handle: signedIn((request) => {
        const credential = credentials.find(request.param('id'));
        return credential ? jsonReply(200, { data: toSummary(credential) }) : noCredential();
      }),
    },
    {
      method: 'DELETE',
      path: '/rest/credentials/:id',
      handle: signedIn((request) => {
        if (!credentials.find(request.param('id'))) return noCredential();
        credentials.remove(request.param('id'));
        return jsonReply(200, { data: true });
      }),
    },
  ];
}

function toSummary({ id, name, type }: { id: string; name: string; type: string }) {
  return { id, name, type };
}
