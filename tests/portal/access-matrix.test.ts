import { beforeAll, expect, inject, test } from 'vitest';
import {
  askersOf,
  calls,
  expectAnswer,
  formOf,
  pathOf,
  rowOf,
  type Way,
  ways,
} from '../support/access-ways.ts';
import { type AccountRows, dumpOf, newAccount, openRows, write } from '../support/account-rows.ts';
import { builtRoutes } from '../support/built-routes.ts';
import type { Call } from '../support/call.ts';
import { answerOf } from '../support/expected-answer.ts';
import { handlers } from '../support/handlers.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { permissionRows, rowName } from '../support/permissions.ts';
import { PortalClient } from '../support/portal-client.ts';
import {
  addPeopleIn,
  browserLike,
  type Ids,
  idsOf,
  type PersonInState,
  type State,
  states,
} from '../support/states.ts';

const portal = inject('portal');
const database = openRows(portal.databaseUrl);
/**
 * Every call with the states that try it over HTTP; tests/unit/access/admission.test.ts tries every state on the admission
 * itself.
 */
const turns = ways.map((way, index) => ({ title: way.title, way, askers: askersOf(way, index) }));

/** An account without a caller: no call may reveal or change its rows. */
let foreign: AccountRows;
let foreignBefore: unknown;
/** For calls that change nothing, because they only read or are refused; with their accounts' rows. */
let readers: Map<State, { person: PersonInState; before: unknown }>;

beforeAll(async () => {
  const { account, statements } = newAccount(database, { step: null, subscription: 'active' });
  await write(database, statements);
  foreign = account;
  foreignBefore = await dumpOf(database, [foreign.accountId]);
  const people = await addPeopleIn(states, portal, database);
  const dumped = await mapConcurrently(people, async (person) => ({
    person,
    before: await dumpOf(database, [person.account.accountId]),
  }));
  readers = new Map(dumped.map((reader) => [reader.person.state, reader]));
});

test('the table of calls has every loader, action and call of the application, and no other', () => {
  expect(Object.keys(calls).sort()).toEqual(handlers.map(({ name }) => name).sort());
  for (const { name, admission } of handlers) expect(admission, name).toBeDefined();
  const takesIds = ({ path, form, json }: Call) =>
    [path, form, json].some((part) => typeof part === 'function');
  const untried = ways.filter(({ call }) => takesIds(call) && call.foreign === undefined);
  expect(untried.map(({ title }) => title)).toEqual([]);
});

test('covers every row of docs/permissions.md', () => {
  const asked = new Set(ways.map(rowOf));
  // Signed by providers, which have no session.
  const signed = ['/webhooks/paddle', '/sandbox/clock'];
  const unasked = permissionRows.filter((row) => !asked.has(row) && !signed.includes(row.path));
  expect(unasked.map(rowName)).toEqual([]);
});

test('searches every answer for the values that the other account itself sees', async () => {
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

test('covers every state, and every role if a use case needs a further permission', () => {
  const asked = turns.flatMap(({ askers }) => askers);
  for (const state of states) {
    expect(asked.filter((one) => one === state).length, state.name).toBeGreaterThanOrEqual(10);
  }
  for (const { way, askers } of turns) {
    const roles = new Set(askers.filter(({ cookie }) => cookie === 'live').map(({ role }) => role));
    if ((rowOf(way)?.permissions.length ?? 0) > 1) expect(roles.size, way.title).toBe(4);
  }
});

// Posts forms as the page's script does: without a script, the page's loader also decides.
test.for(turns)('$title: answers admitted requests and refuses others', ({ way, askers }) =>
  expectAnswers(way, askers, { asData: way.what === 'action' && way.isPage }),
);

test.for(turns.filter(({ way }) => way.call.foreign !== undefined))(
  "$title: another account's ids find nothing",
  async ({ way, askers }) => {
    await expectAnswers(way, askers, { foreignIds: idsOf(foreign) });
    expect(await dumpOf(database, [foreign.accountId])).toEqual(foreignBefore);
  },
);

test.for(turns.filter(({ way: { what, isPage } }) => what === 'loader' && isPage))(
  "$title: its data is as protected, when a page's script requests it",
  ({ way, askers }) => expectAnswers(way, askers, { asData: true }),
);

test.for(Object.entries(builtRoutes).flatMap(([id, route]) => (route.module.action ? [] : [id])))(
  '%s has no action, and accepts no form',
  async (id) => {
    const [call] = calls[`${id} loader`] ?? [];
    const path = call ? pathOf(call, idsOf(foreign)).replace(/\?.*/, '') : '/';
    const response = await new PortalClient(portal).post(id === 'root' ? '/?_data=root' : path, {});
    expect(response.status).toBe(405);
  },
);

/**
 * Calls in each of these states; as a fresh account if the call may change it.
 * @param how `foreignIds` instead of the caller's own; `asData` for one route's data, as Remix's scripts request it.
 */
async function expectAnswers(
  way: Way,
  askers: readonly State[],
  how: { foreignIds?: Ids; asData?: boolean },
): Promise<void> {
  const canChange = way.what === 'action' || way.call.changes === true;
  const isForeign = how.foreignIds !== undefined;
  const isRefused = (state: State) => expectAnswer(way, state, '/', isForeign).isRefused;
  const changing = canChange ? askers.filter((state) => !isRefused(state)) : [];
  const fresh = changing.length > 0 ? await addPeopleIn(changing, portal, database) : [];
  const known = askers.flatMap((state) => (changing.includes(state) ? [] : (readers.get(state) ?? [])));
  const people = [...fresh, ...known.map(({ person }) => person)];
  expect(people).toHaveLength(askers.length);
  const outcomes = await mapConcurrently(people, async (person) => {
    const path = pathOf(way.call, how.foreignIds ?? person.ids);
    const expected = expectAnswer(way, person.state, path, isForeign).answer;
    return { ...(await ask(way, person, { ...how, path })), state: person.state.name, expected };
  });
  if (canChange) {
    await mapConcurrently(known, async ({ person, before }) => {
      const after = await dumpOf(database, [person.account.accountId]);
      expect(after, `what was refused was done: ${person.state.name}`).toEqual(before);
    });
  }
  const by = (pick: (outcome: (typeof outcomes)[number]) => unknown) =>
    Object.fromEntries(outcomes.map((outcome) => [outcome.state, pick(outcome)]));
  expect(by(({ answer }) => answer)).toEqual(by(({ expected }) => expected));
  expect(by(({ leaks }) => leaks)).toEqual(by(() => []));
}

/** @returns the response in short, and which words of the foreign account it reveals. */
async function ask(
  { id, what, call, isApi }: Way,
  person: PersonInState,
  how: { path: string; foreignIds?: Ids; asData?: boolean },
) {
  const ids = how.foreignIds ?? person.ids;
  const form = formOf(call, ids);
  const json = typeof call.json === 'function' ? call.json(ids) : call.json;
  const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json);
  const response = await browserLike(person).request(how.asData ? dataPath(how.path, id) : how.path, {
    method: call.method ?? (what === 'loader' ? 'GET' : 'POST'),
    headers: {
      Origin: portal.portalUrl,
      Accept: 'text/html',
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const seen = `${text}\n${JSON.stringify([...response.headers])}`;
  // A page may repeat what the caller sent.
  const asked = isApi ? '' : `${how.path} ${body ?? ''}`;
  const leaks = wordsOf(foreign).filter((word) => seen.includes(word) && !asked.includes(word));
  return { answer: answerOf(response, isApi ? text : null), leaks };
}

/** The URL of one route's data. */
function dataPath(path: string, id: string): string {
  if (path.includes('_data=')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ _data: id })}`;
}

function wordsOf({ owner, teammate, invitation, auditEvent, ...account }: AccountRows): string[] {
  return [...Object.values(account), owner, teammate, invitation, auditEvent]
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values<unknown>({ ...value })))
    .filter((value) => typeof value === 'string');
}
