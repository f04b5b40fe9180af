import { beforeAll, expect, inject, test } from 'vitest';
import { type AccountRows, dumpOf, newAccount, openRows, write } from '../support/account-rows.ts';
import { apiCalls } from '../support/api-route-calls.ts';
import { billingApiCalls } from '../support/billing-api-route-calls.ts';
import { billingPageCalls } from '../support/billing-page-calls.ts';
import { builtRoutes } from '../support/built-routes.ts';
import type { Call, Calls } from '../support/call.ts';
import { answerOf, refusalOf } from '../support/expected-answer.ts';
import { inTurns } from '../support/in-turns.ts';
import { pageCalls } from '../support/page-calls.ts';
import { type PermissionRow, permissionRowOf, permissionRows, rowName } from '../support/permissions.ts';
import { PortalClient } from '../support/portal-client.ts';
import {
  type Arrival,
  arriveInEachState,
  browserLike,
  type Ids,
  idsOf,
  type State,
} from '../support/states.ts';

const portal = inject('portal');
const database = openRows(portal.databaseUrl);
const calls: Calls = { ...pageCalls, ...billingPageCalls, ...apiCalls, ...billingApiCalls };

/** Every loader and action of the built application, with for whom it says it is. */
const handlers = Object.entries(builtRoutes).flatMap(([id, route]) =>
  (['loader', 'action'] as const).flatMap((what) => {
    const handler = route.module[what];
    if (!handler) return [];
    const admission = handler.admission;
    const isPage = route.module.default !== undefined;
    return [
      {
        name: `${id} ${what}`,
        id,
        what,
        route: `/${route.path ?? ''}`,
        isPage,
        isApi: id.startsWith('routes/api/'),
        admission,
      },
    ];
  }),
);

const ways = handlers.flatMap((handler) =>
  (calls[handler.name] ?? []).map((call) => ({
    ...{ ...handler, call },
    title: call.as ? `${handler.name}, ${call.as}` : handler.name,
  })),
);
type Way = (typeof ways)[number];

/** An account that nobody here belongs to: what it has must neither be seen nor changed. */
let foreign: AccountRows;
let foreignBefore: unknown;
/** For what changes nothing. */
let readers: Arrival[];

beforeAll(async () => {
  const { account, statements } = newAccount(database, { step: null, subscription: 'active' });
  await write(database, statements);
  foreign = account;
  foreignBefore = await dumpOf(database, [foreign.accountId]);
  readers = await arriveInEachState(portal, database);
});

test('the table of calls has every loader and action of the application, and no other', () => {
  expect(Object.keys(calls).sort()).toEqual(handlers.map(({ name }) => name).sort());
  for (const { name, admission } of handlers) expect(admission, name).toBeDefined();
  const takesIds = ({ path, form, json }: Call) =>
    [path, form, json].some((part) => typeof part === 'function');
  const untried = ways.filter(({ call }) => takesIds(call) && call.foreign === undefined);
  expect(untried.map(({ title }) => title)).toEqual([]);
});

test('every row of docs/permissions.md is asked for', () => {
  const asked = new Set(ways.map(rowOf));
  const byWorker = ['/api/cloud/limits', '/api/instance/live', '/webhooks/paddle', '/sandbox/clock'];
  const unasked = permissionRows.filter((row) => !asked.has(row) && !byWorker.includes(row.path));
  expect(unasked.map(rowName)).toEqual([]);
});

test('what is looked for in every answer is what the other account itself is shown', async () => {
  const client = new PortalClient(portal);
  client.cookies.set('token', foreign.owner.token);
  const shown = await Promise.all(
    ['account-members', 'account-activity', 'account', 'account-tokens', 'manage-billing', 'help'].map(
      async (screen) => {
        const path = `/${screen.replace('-', '/')}`;
        return (await client.get(dataPath(path, `routes/${screen}`))).text();
      },
    ),
  );
  const { accountId, owner, teammate, invitation, auditEvent, payment, ticket, apiToken } = foreign;
  const words = [accountId, owner.email, owner.sessionId, teammate.userId, teammate.name, invitation.id];
  for (const word of [
    ...words,
    invitation.email,
    auditEvent.id,
    payment.id,
    ticket.id,
    ticket.subject,
    apiToken.id,
  ]) {
    expect(wordsOf(foreign)).toContain(word);
    expect(shown.join()).toContain(word);
  }
});

// A form is posted as a page's script does it: without one, the page's loader has its say too.
test.for(ways)('$title: every state and role gets its answer', (way) =>
  expectAnswers(way, { asData: way.what === 'action' && way.isPage }),
);

test.for(ways.filter(({ call }) => call.foreign !== undefined))(
  "$title: another account's ids lead nowhere",
  async (way) => {
    await expectAnswers(way, { foreignIds: idsOf(foreign) });
    expect(await dumpOf(database, [foreign.accountId])).toEqual(foreignBefore);
  },
);

test.for(ways.filter(({ what, isPage }) => what === 'loader' && isPage))(
  '$title: its data alone, as a script of a page asks for it, is as closed',
  (way) => expectAnswers(way, { asData: true }),
);

test.for(Object.entries(builtRoutes).flatMap(([id, route]) => (route.module.action ? [] : [id])))(
  '%s has no action, and takes no form',
  async (id) => {
    const [call] = calls[`${id} loader`] ?? [];
    const path = call ? pathOf(call, idsOf(foreign)).replace(/\?.*/, '') : '/';
    const response = await new PortalClient(portal).post(id === 'root' ? '/?_data=root' : path, {});
    expect(response.status).toBe(405);
  },
);

/**
 * Asks as somebody in every state, whose account nobody has changed yet.
 * @param how `foreignIds` instead of their own; `asData` as Remix's scripts ask, for one route's part of a page.
 */
async function expectAnswers(way: Way, how: { foreignIds?: Ids; asData?: boolean }): Promise<void> {
  const mayChange = way.what === 'action' || way.call.changes === true;
  const arrivals = mayChange ? await arriveInEachState(portal, database) : readers;
  const asks = arrivals.map((arrival) => {
    const path = pathOf(way.call, how.foreignIds ?? arrival.ids);
    const expected = expectedOf(way, arrival.state, path, how.foreignIds !== undefined);
    return { arrival, path, expected };
  });
  const refused = asks.filter(({ expected }) => mayChange && expected.isRefused);
  const look = () => dumpOf(database, refused.map(({ arrival }) => arrival.account.accountId).sort());
  const before = refused.length > 0 ? await look() : null;
  const outcomes = await inTurns(asks, async ({ arrival, path, expected }) => ({
    ...(await ask(way, arrival, { ...how, path })),
    ...{ state: arrival.state.name, expected: expected.answer },
  }));
  expect(refused.length > 0 ? await look() : null, 'what was refused was done').toEqual(before);
  const by = (pick: (outcome: (typeof outcomes)[number]) => unknown) =>
    Object.fromEntries(outcomes.map((outcome) => [outcome.state, pick(outcome)]));
  expect(by(({ answer }) => answer)).toEqual(by(({ expected }) => expected));
  expect(by(({ leaks }) => leaks)).toEqual(by(() => []));
}

/** @returns who is let in, by docs/permissions.md; no row for an address that takes other methods. */
function rowOf({ call, id, what, route, title }: Way): PermissionRow | undefined {
  // The frame of every page.
  if (id === 'root') return undefined;
  const form = typeof call.form === 'function' ? call.form(idsOf(foreign)) : call.form;
  const method = call.method ?? (what === 'loader' ? 'GET' : 'POST');
  const row = permissionRowOf(method, route, form?.intent ?? form?.action ?? null);
  if (!row && call.admitted !== '405 method_not_allowed') {
    throw new Error(`docs/permissions.md has no row for ${title}.`);
  }
  return row;
}

function expectedOf(way: Way, state: State, path: string, isForeign: boolean) {
  const { call } = way;
  const row = rowOf(way);
  const refusal = row ? refusalOf(row, call, state, path) : null;
  const answer = (isForeign ? call.foreign : undefined) ?? call.admitted;
  return {
    isRefused: refusal !== null,
    answer: refusal ?? (typeof answer === 'string' ? answer : answer(state)),
  };
}

/** @returns the answer in short, and what of the foreign account it tells. */
async function ask(
  { id, what, call, isApi }: Way,
  arrival: Arrival,
  how: { path: string; foreignIds?: Ids; asData?: boolean },
) {
  const ids = how.foreignIds ?? arrival.ids;
  const form = typeof call.form === 'function' ? call.form(ids) : call.form;
  const json = typeof call.json === 'function' ? call.json(ids) : call.json;
  const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json);
  const response = await browserLike(arrival).request(how.asData ? dataPath(how.path, id) : how.path, {
    method: call.method ?? (what === 'loader' ? 'GET' : 'POST'),
    headers: {
      Origin: portal.portalUrl,
      Accept: 'text/html',
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const told = `${text}\n${JSON.stringify([...response.headers])}`;
  // What was asked for, a page may name again.
  const asked = isApi ? '' : `${how.path} ${body ?? ''}`;
  const leaks = wordsOf(foreign).filter((word) => told.includes(word) && !asked.includes(word));
  return { answer: answerOf(response, isApi ? text : null), leaks };
}

/** The address at which one route's part of a page is asked for. */
function dataPath(path: string, id: string): string {
  if (path.includes('_data=')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ _data: id })}`;
}

function pathOf({ path }: Call, ids: Ids): string {
  return typeof path === 'string' ? path : path(ids);
}

function wordsOf({ owner, teammate, invitation, auditEvent, ...account }: AccountRows): string[] {
  return [...Object.values(account), owner, teammate, invitation, auditEvent]
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values<unknown>({ ...value })))
    .filter((value) => typeof value === 'string');
}
