import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type AccountRows,
  dumpOf,
  newAccount,
  newMember,
  newSession,
  openRows,
  write,
} from '../support/account-rows.ts';
import { payingOwner } from '../support/billing-calls.ts';
import { chapters, isChange, openApiDocument, operations } from '../support/declared-calls.ts';
import { faultOf, methodsAt, refusalFault } from '../support/described.ts';
import { hostileBody, hostileTexts, nearlyValid, validFor } from '../support/json-schema-input.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openRows(portal.databaseUrl);
const people = openTestDatabase(portal.databaseUrl);
afterAll(() => people.close());

/** `WEFT_FUZZ=20000 vitest run --project portal tests/portal/api-fuzz.test.ts` sends more requests. */
const REQUESTS = Number(process.env.WEFT_FUZZ ?? 1_000);
const SEED = Number(process.env.WEFT_FUZZ_SEED ?? 20_261_121);
const BATCH = 500;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

interface Described {
  parameters?: Array<{ name: string; in: string }>;
  requestBody?: { content: { 'application/json': { schema: Record<string, unknown> } } };
}
const { paths, components } = openApiDocument(portal.portalUrl, chapters);
const calls = operations.map((operation) => {
  const described = paths[operation.path]?.[operation.method.toLowerCase()] as Described;
  return { operation, described };
});

/** An account that requests can name and must not reach: none of the callers belongs to it. */
let victim: AccountRows;
let victimBefore: unknown;
const actors = [
  'nobody',
  'dead session',
  'owner',
  'operator',
  'member',
  'unconfirmed',
  'paying owner',
] as const;
const tokens: Partial<Record<(typeof actors)[number], string>> = {};
/** For the call that ends a session. */
const spares: string[] = [];

beforeAll(async () => {
  const paying = await payingOwner(portal, people);
  const [account, foreign, early] = [
    newAccount(database, { step: null, subscription: null }),
    newAccount(database, { step: null, subscription: 'past_due' }),
    newAccount(database, { step: 'confirm-email', subscription: null }),
  ];
  const operator = newMember(database, account.account.accountId, 'operator');
  const member = newMember(database, account.account.accountId, 'member');
  const { owner, accountId } = account.account;
  const sessions = Array.from({ length: 40 }, () =>
    newSession(database, { userId: owner.userId, accountId }),
  );
  const all = [account, foreign, early, operator, member].flatMap(({ statements }) => statements);
  await write(database, [...all, ...sessions.map(({ statement }) => statement)]);
  Object.assign(tokens, {
    'dead session': [...owner.token].reverse().join(''),
    owner: owner.token,
    operator: operator.person.token,
    member: member.person.token,
    unconfirmed: early.account.owner.token,
    'paying owner': paying.client.cookies.get('token') ?? '',
  });
  spares.push(...sessions.map(({ session }) => session.token));
  victim = foreign.account;
  victimBefore = await dumpOf(database, [victim.accountId]);
});

/** A request as plain data, so that a failure can be read and sent again. */
const requests = () => {
  const foreignIds = [
    victim.accountId,
    victim.owner.userId,
    victim.payment.id,
    victim.ticket.id,
    victim.accountName,
  ];
  const segment = fc.constantFrom(
    ...foreignIds,
    ...hostileTexts.filter((text) => !/^[\s.]*$/.test(text)),
    'bkp_none',
  );
  const schemaOf = ({ requestBody }: Described) => requestBody?.content['application/json'].schema;
  return fc.constantFrom(...calls).chain(({ operation, described }) => {
    const schema = schemaOf(described);
    const valid = schema ? validFor(schema, components.schemas) : fc.constant({});
    const json = (value: fc.Arbitrary<unknown>) => value.map((body) => JSON.stringify(body));
    return fc.record({
      operation: fc.constant(operation),
      method: fc.oneof({ weight: 9, arbitrary: fc.constant(operation.method) }, fc.constantFrom(...methods)),
      values: fc.array(segment, { minLength: 2, maxLength: 2 }),
      isExample: fc.boolean(),
      query: fc.option(
        fc.tuple(
          fc.constantFrom('limit', 'cursor', 'accountId', '_data'),
          fc.constantFrom('5', ...foreignIds, ...hostileTexts),
        ),
      ),
      as: fc.constantFrom(...actors),
      isCookie: fc.boolean(),
      type: fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', 'application/json; charset=utf-16', ''),
      ),
      body: fc.oneof(
        json(valid),
        json(nearlyValid(valid)),
        hostileBody,
        json(
          valid.map((body) => ({
            ...(body as object),
            accountId: victim.accountId,
            userId: victim.owner.userId,
          })),
        ),
        fc.constant(undefined),
      ),
    });
  });
};
type Sent = ReturnType<typeof requests> extends fc.Arbitrary<infer Value> ? Value : never;

async function send({ operation, method, values, isExample, query, as, isCookie, type, body }: Sent) {
  const rest = [...values];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = isExample ? operation.parameters?.[name]?.example : rest.pop();
    return encodeURIComponent(value ?? 'none');
  });
  const client = new PortalClient(portal);
  const token = operation.id === 'logout' && tokens[as] ? spares.pop() : tokens[as];
  if (token && isCookie) client.cookies.set('token', token);
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined;
  return client.request(`/api${path}${query ? `?${new URLSearchParams([query])}` : ''}`, {
    method,
    headers: {
      Origin: portal.portalUrl,
      ...(token && !isCookie && { Authorization: `Bearer ${token}` }),
      ...(hasBody && { 'Content-Type': type }),
    },
    ...(hasBody && { body }),
  });
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** @returns the fault of the response; null without one. */
async function faultWith(sent: Sent): Promise<string | null> {
  const { operation, method } = sent;
  // A kept-alive connection may close just as it is reused; a request that crashes the portal does so twice.
  const response = await send(sent).catch(() => send(sent));
  if (response.status >= 500) return `${response.status}: ${(await response.text()).slice(0, 300)}`;
  // HEAD is described by the GET operation of the same path.
  const described = operations.find(
    (other) =>
      other.path === operation.path && (other.method === method || (isRead(method) && !isChange(other))),
  );
  if (described && methodsAt(operation.path).includes(method)) return faultOf(described, response, method);
  const text = await response.text();
  if (method === 'OPTIONS' && response.status === 204) return null;
  // A HEAD response carries only its status.
  if (method === 'HEAD')
    return response.status === 405 || response.status === 400 ? null : String(response.status);
  if (response.status !== 405 && response.status !== 413 && response.status !== 403)
    return `${response.status} ${text.slice(0, 200)}`;
  return refusalFault(response, text, [
    'method_not_allowed',
    'body_too_large',
    'foreign_origin',
    'api_token_in_address',
  ]);
}

test(`${REQUESTS} requests: no 5xx, each answer as documented, no change to another account`, async () => {
  console.info(`The seed is ${SEED}; WEFT_FUZZ_SEED sets another.`);
  const seen = new Map<string, number>();
  const faults: string[] = [];
  for (let done = 0; done < REQUESTS && faults.length === 0; done += BATCH) {
    const batch = fc.sample(requests(), { seed: SEED + done, numRuns: Math.min(BATCH, REQUESTS - done) });
    await mapConcurrently(batch, async (sent) => {
      seen.set(sent.operation.id, (seen.get(sent.operation.id) ?? 0) + 1);
      const fault = await faultWith(sent).catch((error: Error) => `${error} ${error.cause ?? ''}`);
      const { operation, body, ...rest } = sent;
      const shown = typeof body === 'string' ? body.slice(0, 300) : body && [...body];
      if (fault) faults.push(`${operation.id} ${JSON.stringify({ ...rest, body: shown })}\n  ${fault}`);
    });
    expect(await dumpOf(database, [victim.accountId]), `up to ${done + BATCH}`).toEqual(victimBefore);
  }
  expect(faults).toEqual([]);
  expect([...seen.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
}, 1_800_000);
