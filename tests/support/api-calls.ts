import { PortalClient, type TestPortal } from './portal-client.ts';

/** Calls the API as a page of the portal would, with the client's cookies. @param body sent as it is when it is text. */
export function call(
  client: PortalClient,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return client.request(`/api${path}`, {
    method,
    headers: { Origin: client.portal.portalUrl, ...type, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export const post = (client: PortalClient, path: string, body?: unknown): Promise<Response> =>
  call(client, 'POST', path, body);

/** @returns the JSON of an answer that a test builds upon. Throws what was answered instead, when it is a refusal. */
export async function unwrap<Body>(asked: Response | Promise<Response>): Promise<Body> {
  const answer = await asked;
  if (answer.ok) return (await answer.json()) as Body;
  const { pathname } = new URL(answer.url);
  throw new Error(`${pathname} answered ${answer.status}: ${(await answer.text()).slice(0, 1_000)}`);
}

/** A script's call: no cookies, one Bearer token. */
export const byToken = (portal: TestPortal, token: string, path: string): Promise<Response> =>
  call(new PortalClient(portal), 'GET', path, undefined, { Authorization: `Bearer ${token}` });

/** `GET /api/auth/me`, as far as tests read it. */
export interface Me {
  user: { id: string; username: string; email: string; confirmed: boolean; role: string };
  account: { isSetup: boolean; taxInclusive: boolean; instance: { name: string } | null };
}

export function meOf(client: PortalClient): Promise<Me> {
  return unwrap(call(client, 'GET', '/auth/me'));
}
