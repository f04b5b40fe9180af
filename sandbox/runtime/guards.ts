import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { RouteRequest } from '#sandbox/server/router.ts';
import type { Sessions, SignedInPerson } from './sessions.ts';

type Handle = (request: RouteRequest) => Reply | Promise<Reply>;

/** To a browser, another workspace is the same site, so SameSite alone does not stop its pages from posting here. */
function isForeign(request: RouteRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

export type ForPeople = (
  act: (request: RouteRequest, person: SignedInPerson) => Reply | Promise<Reply>,
) => Handle;

/** Admits signed-in people, from pages of this workspace. */
export function forPeople(sessions: Sessions): ForPeople {
  return (act) => (request) => {
    const person = sessions.find(request.headers.cookie);
    if (!person) return jsonReply(401, { message: 'Unauthorized' });
    if (isForeign(request)) return jsonReply(403, { message: 'This request came from another page.' });
    return act(request, person);
  };
}
