import { beforeAll, expect, inject, test } from 'vitest';
import type { Admission } from '#app/http/admission.ts';
import { admissionMark } from '#app/http/admission-mark.ts';
import * as build from '../../build/server/index.js';
import { type AccountRows, addAccount, dumpOf, openRows } from '../support/account-rows.ts';
import { type Call, calls } from '../support/calls.ts';
import { answerOf, refusalOf } from '../support/expected-answer.ts';
import {
  type Arrival,
  arriveAs,
  browserLike,
  type Ids,
  idsOf,
  type State,
  states,
} from '../support/states.ts';

const portal = inject('portal');
const database = openRows(portal.databaseUrl);

/** Every loader and action of the built application, with for whom it says it is. */
const handlers = Object.entries(build.routes).flatMap(([id, route]) =>
  (['loader', 'action'] as const).flatMap((what) => {
    const handler = route?.module[what];
    if (!handler) return [];
    const admission = (handler as { [admissionMark]?: Admission<unknown> })[admissionMark];
    return [{ name: `${id} ${what}`, id, what, isPage: route.module.default !== undefined, admission }];
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

beforeAll(async () => {
  foreign = await addAccount(database, { step: null, subscription: 'active' });
  foreignBefore = await dumpOf(database, foreign.accountId);
});

test('the table of calls has every loader and action of the application, and no other', () => {
  expect(Object.keys(calls).sort()).toEqual(handlers.map(({ name }) => name).sort());
  for (const { name, admission } of handlers) expect(admission, name).toBeDefined();
});

test.for(ways)('$title: every state and role gets its answer', (way) => expectAnswers(way, null));

test.for(ways.filter(({ call }) => call.foreign !== undefined))(
  "$title: another account's ids lead nowhere",
  async (way) => {
    await expectAnswers(way, idsOf(foreign));
    expect(await dumpOf(database, foreign.accountId)).toEqual(foreignBefore);
  },
);

test.for(ways.filter(({ what, isPage }) => what === 'loader' && isPage))(
  "$title: asked for its data alone, as a page's script does, it is as closed",
  async (way) => {
    const [path = ''] = pathOf(way.call, idsOf(foreign)).split('#');
    const data = path.includes('_data=')
      ? path
      : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ _data: way.id })}`;
    await expectAnswers({ ...way, call: { ...way.call, path: data } }, null, path);
  },
);

/** Asks as every state at once, each with an account of its own. @param foreignIds instead of their own. */
async function expectAnswers(way: Way, foreignIds: Ids | null, shownPath?: string): Promise<void> {
  const outcomes = await Promise.all(
    states.map(async (state) => {
      const arrival = await arriveAs(state, portal, database);
      const ids = foreignIds ?? arrival.ids;
      const expected = expectedOf(way, state, shownPath ?? pathOf(way.call, ids), foreignIds !== null);
      const before = expected.isRefused ? await dumpOf(database, arrival.account.accountId) : null;
      const { answer, leaks } = await ask(way, arrival, ids);
      const after = expected.isRefused ? await dumpOf(database, arrival.account.accountId) : null;
      expect(after, `${state.name}: refused, and changed`).toEqual(before);
      return { state: state.name, expected: expected.answer, answer, leaks };
    }),
  );
  const by = (pick: (outcome: (typeof outcomes)[number]) => unknown) =>
    Object.fromEntries(outcomes.map((outcome) => [outcome.state, pick(outcome)]));
  expect(by(({ answer }) => answer)).toEqual(by(({ expected }) => expected));
  expect(by(({ leaks }) => leaks)).toEqual(by(() => []));
}

function expectedOf({ admission, call }: Way, state: State, path: string, isForeign: boolean) {
  if (!admission) throw new Error('It declares no admission.');
  const refusal = refusalOf(admission, call, state, path);
  const answer = (isForeign ? call.foreign : undefined) ?? call.admitted;
  return {
    isRefused: refusal !== null,
    answer: refusal ?? (typeof answer === 'string' ? answer : answer(state)),
  };
}

/** @returns the answer in short, and what of the foreign account it tells. */
async function ask({ what, call }: Way, arrival: Arrival, ids: Ids) {
  const path = pathOf(call, ids);
  const form = typeof call.form === 'function' ? call.form(ids) : call.form;
  const json = typeof call.json === 'function' ? call.json(ids) : call.json;
  const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json);
  const response = await browserLike(arrival).request(path, {
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
  // What the asker said themselves, a form may show again.
  const asked = `${path} ${decodeURIComponent(String(body ?? ''))}`;
  const leaks = wordsOf(foreign).filter((word) => told.includes(word) && !asked.includes(word));
  return { answer: answerOf(response, text), leaks };
}

function pathOf({ path }: Call, ids: Ids): string {
  return typeof path === 'string' ? path : path(ids);
}

function wordsOf({ owner, teammate, invitation, auditEvent, ...account }: AccountRows): string[] {
  return [...Object.values(account), owner, teammate, invitation, auditEvent]
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values<unknown>(value)))
    .filter((value) => typeof value === 'string');
}
