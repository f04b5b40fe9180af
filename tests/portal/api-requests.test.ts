import { beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '#app/crypto/secrets.ts';
import { call } from '../support/api-calls.ts';
import { isChange, operations } from '../support/declared-calls.ts';
import { methodsAt, refusalFault } from '../support/described.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

/** Every path of the API, as declared. */
const paths = [...new Set(operations.map(({ path }) => path))];
/** No row has the id `none`. */
const addressOf = (path: string) => path.replace(/\{\w+\}/g, 'none');
const addresses = paths.map(addressOf);

/** Accepts no HEAD, which would sign the caller out. */
const logout = '/auth/logout';
const changes = operations.filter(isChange);
const withBody = changes.filter(({ body }) => body !== undefined);
/** `{}` is equivalent to no body. */
const withoutBody = changes.filter(({ body }) => body === undefined);

let owner: Owner;
/** A plan with a price: an unknown plan answers 404 before the body is read. */
let planId: string;

beforeAll(async () => {
  owner = await setUpOwner(portal, database);
  const plans = (await (await call(owner.client, 'GET', '/v1/paddle/plans')).json()) as Array<{ id: string }>;
  planId = plans[0]?.id ?? '';
});

/** The owner from a separate IP address, because the edge limits requests per address. */
function asOwner(): PortalClient {
  const client = new PortalClient(portal);
  for (const [name, value] of owner.client.cookies) client.cookies.set(name, value);
  return client;
}

describe('methods', () => {
  test.for(paths)('%s accepts the documented methods, and refuses others', async (path) => {
    const address = addressOf(path);
    const client = new PortalClient(portal);
    const options = await call(client, 'OPTIONS', address);
    const allow = options.headers.get('Allow') ?? '';
    expect([options.status, await options.text()]).toEqual([204, '']);
    expect(options.headers.has('Access-Control-Allow-Origin')).toBe(false);
    const taken = allow.split(', ');
    expect(taken.sort()).toEqual([...methodsAt(path)].sort());
    expect(taken.includes('HEAD')).toBe(taken.includes('GET') && address !== logout);
    for (const method of METHODS) {
      const answer = await call(client, method, address);
      expect([method, answer.status === 405]).toEqual([method, !taken.includes(method)]);
      if (answer.status !== 405) continue;
      expect([method, answer.headers.get('Allow')]).toEqual([method, allow]);
      if (method !== 'HEAD')
        expect(refusalFault(answer, await answer.text(), ['method_not_allowed'])).toBe(null);
    }
  });

  test.for(['/no-such-call', '/auth/me/too', '', '/instance/..%2fmanage'])(
    'no call exists at /api%s, for any method',
    async (path) => {
      for (const method of [...METHODS, 'OPTIONS']) {
        const answer = await call(asOwner(), method, path);
        expect([method, answer.status]).toEqual([method, 404]);
        expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
        if (method !== 'HEAD')
          expect(await answer.json()).toMatchObject({
            code: 'call_not_found',
            error: 'No API call exists at this address.',
          });
      }
    },
  );

  test("the API ignores the parameter of Remix's own scripts", async () => {
    for (const data of ['routes/manage', 'root', 'routes/sign-out', 'nothing']) {
      const answer = await call(owner.client, 'GET', `/auth/me?${new URLSearchParams({ _data: data })}`);
      expect(await answer.json()).toMatchObject({ user: { id: owner.userId } });
    }
    const refused = await call(new PortalClient(portal), 'GET', '/auth/me?_data=root');
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'not_signed_in' }]);
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
  });
});

describe('bodies', () => {
  test.for(withBody)('$method $path accepts one JSON object, and nothing similar', async (operation) => {
    const client = asOwner();
    const { method, path, body } = operation;
    const to = path.replace('{id}', planId);
    const send = (body: BodyInit, type: string | null = 'application/json') =>
      client.request(`/api${to}`, {
        method,
        body,
        headers: { Origin: portal.portalUrl, ...(type === null ? {} : { 'Content-Type': type }) },
      });
    const codeOf = async (answer: Response) => {
      const { code, error, position, fields } = (await answer.json()) as Record<string, unknown>;
      expect(error).toMatch(/^[A-Z]\S* \S/);
      return { status: answer.status, code, position, fields };
    };
    const bytes = (...codes: number[]) => Uint8Array.from(codes);

    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ]) {
      expect(await codeOf(await send('{}', type)), type).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    }
    expect(await codeOf(await send(bytes(0x7b, 0x7d), null))).toMatchObject({ status: 415 });
    expect(await codeOf(await send('{"a":1,\n"b" 2}'))).toMatchObject({
      status: 400,
      code: 'malformed_body',
      position: { line: 2, column: 5 },
    });
    expect(await codeOf(await send('{"a":{"b":1,"b":2}}'))).toMatchObject({
      status: 400,
      code: 'malformed_body',
      position: { line: 1, column: 13 },
      fields: { 'a.b': 'This field was sent more than once.' },
    });
    expect(await codeOf(await send('{"a":[12345678901234567890]}'))).toMatchObject({
      status: 400,
      code: 'malformed_body',
      fields: { 'a.0': 'This number has too many digits.' },
    });
    expect(await codeOf(await send(bytes(0x7b, 0xff, 0x7d)))).toMatchObject({
      status: 400,
      code: 'malformed_body',
      position: { line: 1, column: 2 },
    });
    expect(await codeOf(await send('{"a":'.repeat(100_000)))).toMatchObject({
      status: 400,
      code: 'body_too_deep',
    });
    for (const other of ['[]', 'null', '"text"', '1']) {
      expect(await codeOf(await send(other)), other).toMatchObject({ status: 400, code: 'malformed_body' });
    }
    expect(await codeOf(await send('{"noSuchField":1,"__proto__":{"isAdmin":true}}'))).toMatchObject({
      status: 422,
      code: 'invalid_form',
      fields: { noSuchField: 'Unknown field.' },
    });
    expect(await codeOf(await send(`{"a":"${'a'.repeat(1024 * 1024)}"}`))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    if (!body?.isOptional) expect(await codeOf(await send(''))).toMatchObject({ status: 400 });
  });

  test.for(withoutBody)(
    '$method $path accepts no parameters, and names unknown ones',
    async ({ method, path }) => {
      const named = await call(asOwner(), method, path, { force: true });
      expect([named.status, await named.json()]).toMatchObject([
        422,
        { code: 'invalid_form', fields: { force: expect.any(String) } },
      ]);
      const text = await call(asOwner(), method, path, 'now', { 'Content-Type': 'text/plain' });
      expect(text.status).toBe(415);
      for (const body of [undefined, {}]) {
        const taken = await call(asOwner(), method, path, body);
        expect([200, 202, 204, 404]).toContain(taken.status);
      }
    },
  );

  test('a refusal repeats at most a part of the refused input', async () => {
    const names = Array.from({ length: 500 }, (_, n) => [`${n}${'x'.repeat(500)}`, 1]);
    const answer = await call(asOwner(), 'POST', '/auth/login', Object.fromEntries(names));
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    expect(answer.status).toBe(422);
    expect(Object.keys(fields)).toHaveLength(20);
    expect(Object.keys(fields).every((name) => name.length <= 100)).toBe(true);
  });
});

describe('caching', () => {
  test.for([
    ['/v1/paddle/plans', 'public, max-age=300', null],
    ['/v1/paddle/plan/one', 'public, max-age=300', null],
  ] as const)('%s has an ETag, with which it is not sent again', async ([path, keeping, vary]) => {
    const to = path.replace(/one$/, planId);
    const first = await call(new PortalClient(portal), 'GET', to);
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect([first.headers.get('Cache-Control'), first.headers.get('Vary')]).toEqual([keeping, vary]);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await call(new PortalClient(portal), 'GET', to, undefined, { 'If-None-Match': known });
      expect([known, again.status, await again.text(), again.headers.get('ETag')]).toEqual([
        known,
        304,
        '',
        tag,
      ]);
    }
    const other = await call(new PortalClient(portal), 'GET', to, undefined, { 'If-None-Match': '"other"' });
    expect([other.status, await other.json()]).toEqual([200, await first.json()]);
  });

  test('of all other API answers, only the document can be cached', async () => {
    const cacheable: string[] = [];
    for (const path of addresses.filter((one) => !one.startsWith('/v1/paddle/') && one !== logout)) {
      const answer = await call(asOwner(), 'GET', path);
      if (!answer.headers.get('Cache-Control')?.includes('no-store')) cacheable.push(path);
    }
    expect(cacheable).toEqual(['/openapi.json']);
  });
});

describe('pages of a list', () => {
  test('the links list all bills once, newest first', async () => {
    const { accountId } = owner;
    const now = Date.now();
    // Three bills have the same time: the id decides their order.
    const bills = Array.from({ length: 7 }, (_, n) => ({
      id: newId('evt'),
      date: now - Math.floor(n / 3) * 1000,
    }));
    await database.batch(
      bills.map(({ id, date }) => ({
        sql: `INSERT INTO payments (id, account_id, date, amount, currency, status, event_at, event_id)
          VALUES (?1, ?2, ?3, 2400, 'USD', 'paid', '2026-01-01T00:00:00Z', ?1)`,
        args: [id, accountId, date],
      })),
      'write',
    );
    const sorted = [...bills].sort((a, b) => b.date - a.date || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    for (const list of ['/account/payments', '/account/transactions']) {
      const seen: string[] = [];
      let next: string | undefined = `${list}?limit=3`;
      for (let page = 0; next !== undefined; page += 1) {
        const answer = await call(owner.client, 'GET', next);
        const entries = (await answer.json()) as Array<{ id: string }>;
        seen.push(...entries.map(({ id }) => id));
        expect(entries.length).toBe(page < 2 ? 3 : 1);
        const link = answer.headers.get('Link');
        expect(link === null).toBe(page === 2);
        next = link?.match(/^<\/api(\/[^>]*)>; rel="next"$/)?.[1];
      }
      expect(seen).toEqual(sorted);
    }
    const whole = await call(owner.client, 'GET', '/account/payments?unknown=parameter');
    expect([((await whole.json()) as unknown[]).length, whole.headers.get('Link')]).toEqual([7, null]);
  });

  test.for([
    'limit=0',
    'limit=101',
    'limit=',
    'limit=1.5',
    'limit=1&limit=2',
    'limit=%31%00',
    'cursor=',
    'cursor=no',
    'cursor=%F0%9F%92%A5',
    `cursor=${'a'.repeat(2000)}`,
    `cursor=${Buffer.from("1.x' OR 1=1").toString('base64url')}`,
  ])('%s is refused by its name', async (query) => {
    const answer = await call(owner.client, 'GET', `/account/payments?${query}`);
    const name = query.split('=')[0] ?? '';
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'invalid_query', fields: { [name]: expect.any(String) } },
    ]);
  });
});
