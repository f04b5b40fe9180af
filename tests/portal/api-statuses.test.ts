import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { API_TOKEN_PREFIX } from '#app/domain/access/api-token.ts';
import { call } from '../support/api-calls.ts';
import { type StatusWorld, statusCalls } from '../support/api-status-calls.ts';
import { gatherApiPeople } from '../support/api-status-people.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { isChange, type Operation, operations } from '../support/declared-calls.ts';
import { faultOf, statusesOf } from '../support/described.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
let world: StatusWorld;
beforeAll(async () => {
  world = { ...(await gatherApiPeople(portal, database)), portal, database };
});
afterAll(() => database.close());

test('the built application serves exactly the declared calls under /api', async () => {
  const served = Object.values(builtRoutes).flatMap(({ path }) =>
    /^api(\/|$)/i.test(path ?? '') ? [path] : [],
  );
  // The API reference is a page.
  expect(served).toEqual(['api/docs']);
  const answer = await call(new PortalClient(portal), 'GET', '/openapi.json');
  const { paths } = (await answer.json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId.replace(/ByGet$/, '')),
  );
  expect([...new Set(described)].sort()).toEqual(operations.map(({ id }) => id).sort());
});

/** @returns how to reach a status that follows from the call's kind; undefined for a status specific to the call. */
function byKind(operation: Operation, status: number): (() => Promise<Response>) | undefined {
  const { method, who, path, query } = operation;
  const values = { username: 'none', id: path.startsWith('/v1/') ? world.price : 'bkp_none' };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]);
  const owner = () => {
    const client = new PortalClient(portal);
    for (const [name, value] of world.plain.client.cookies) client.cookies.set(name, value);
    return client;
  };
  const send = (client: PortalClient, body?: unknown, headers?: Record<string, string>, search = '') =>
    call(client, method, filled + search, body, headers);
  switch (status) {
    case 304:
      return async () => {
        const known = await call(world.online, method, filled);
        return call(world.online, method, filled, undefined, {
          'If-None-Match': known.headers.get('ETag') ?? '',
        });
      };
    case 400: {
      // A repeated query parameter is invalid.
      const [name] = Object.keys(query ?? {});
      return () => send(owner(), undefined, {}, name ? `?${name}=1&${name}=2` : `?x=${API_TOKEN_PREFIX}x`);
    }
    case 401:
      return who.kind === 'anyone' ? undefined : () => send(new PortalClient(portal));
    case 403: {
      if (isChange(operation)) return () => send(owner(), undefined, { Origin: 'https://evil.example' });
      if (who.kind !== 'caller') return undefined;
      const scope = who.permission === 'workspace:open' ? 'member:invite' : 'workspace:open';
      const headers = { Authorization: `Bearer ${world.narrowTokens[scope]}` };
      return () => send(new PortalClient(portal), undefined, headers);
    }
    case 413:
      return () => send(owner(), { a: 'x'.repeat(1_100_000) });
    case 415:
      return () => send(owner(), 'a=b', { 'Content-Type': 'text/plain' });
    case 422:
      return () => send(owner(), { noSuchField: 1 });
    case 429:
      return isChange(operation) ? () => flood(send) : undefined;
    default:
      return undefined;
  }
}

/** One address for all flooding: after the first flood it is already over its limit. */
const flooder = new PortalClient(portal);
function flood(send: (client: PortalClient) => Promise<Response>): Promise<Response> {
  return eventually(async () => {
    const answer = await send(flooder);
    if (answer.status === 429) return answer;
    await Promise.all(Array.from({ length: 40 }, () => send(flooder)));
    return false;
  });
}

const rows = operations.flatMap((operation) =>
  statusesOf(operation).map((status) => ({ operation, status, name: `${operation.id} ${status}` })),
);

test('tests every status', () => {
  const names = new Set(rows.map(({ name }) => name));
  expect(Object.keys(statusCalls).filter((name) => !names.has(name))).toEqual([]);
});

// In the order of the table, because some calls change what later ones need.
const order = Object.keys(statusCalls);
const inOrder = [...rows].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
test.for(inOrder)('$name is reachable and as documented', async ({ operation, status, name }) => {
  const own = statusCalls[name];
  const reach = own ? () => own(world) : byKind(operation, status);
  if (!reach) throw new Error('Nobody says how it is reached.');
  const answer = await reach();
  expect(answer.status, await answer.clone().text()).toBe(status);
  expect(await faultOf(operation, answer)).toBe(null);
});
