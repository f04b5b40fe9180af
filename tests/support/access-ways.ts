import { apiCalls } from './api-route-calls.ts';
import { billingApiCalls } from './billing-api-route-calls.ts';
import { billingPageCalls } from './billing-page-calls.ts';
import type { Call, Calls } from './call.ts';
import { refusalOf } from './expected-answer.ts';
import { handlers, otherMethodCalls } from './handlers.ts';
import { pageCalls } from './page-calls.ts';
import { type PermissionRow, permissionRowOf } from './permissions.ts';
import { type Ids, type State, states } from './states.ts';

/** How each handler is called. */
export const calls: Calls = {
  ...pageCalls,
  ...billingPageCalls,
  ...apiCalls,
  ...billingApiCalls,
  ...otherMethodCalls,
};

/** Every way to call each handler. */
export const ways = handlers.flatMap((handler) =>
  (calls[handler.name] ?? []).map((call) => ({
    ...handler,
    call,
    title: call.as ? `${handler.name}, ${call.as}` : handler.name,
  })),
);
export type Way = (typeof ways)[number];

/** @returns the address of a call. */
export function pathOf({ path }: Call, ids: Ids): string {
  return typeof path === 'string' ? path : path(ids);
}

/** @returns the fields of a call's form. */
export function formOf({ form }: Call, ids: Ids): Record<string, string> | undefined {
  return typeof form === 'function' ? form(ids) : form;
}

/** Empty ids, for code that only reads which form a call posts. */
const noIds = {} as Ids;

/** @returns a call's row of docs/permissions.md; undefined for an address that accepts other methods. */
export function rowOf({ call, id, what, route, title }: Way): PermissionRow | undefined {
  // The frame of every page.
  if (id === 'root') return undefined;
  const form = formOf(call, noIds);
  const method = call.method ?? (what === 'loader' ? 'GET' : 'POST');
  const row = permissionRowOf(method, route, form?.intent ?? form?.action ?? null);
  if (!row && call.admitted !== '405 method_not_allowed') {
    throw new Error(`docs/permissions.md has no row for ${title}.`);
  }
  return row;
}

/** @returns the expected answer for a person in a state, and whether it refuses them. */
export function expectAnswer(way: Way, state: State, path: string, isForeign: boolean) {
  const { call } = way;
  const row = rowOf(way);
  const refusal = row ? refusalOf(row, call, state, path) : null;
  const answer = (isForeign ? call.foreign : undefined) ?? call.admitted;
  return {
    isRefused: refusal !== null,
    answer: refusal ?? (typeof answer === 'string' ? answer : answer(state)),
  };
}

/**
 * The states that try a call over HTTP: one for each answer to admitted states, one with a refused role, and one that is
 * refused for another reason. If the use case requires a further permission, each role.
 * @param index of the call; another index selects other states with the same answer.
 */
export function askersOf(way: Way, index: number): State[] {
  const row = rowOf(way);
  const expected = states.map((state) => ({
    state,
    ...expectAnswer(way, state, '/', false),
  }));
  const oneOf = (some: typeof expected) => some.slice(index % Math.max(some.length, 1)).slice(0, 1);
  const oneOfEach = (some: typeof expected, by: (one: (typeof expected)[number]) => string) =>
    [...new Set(some.map(by))].flatMap((value) => oneOf(some.filter((one) => by(one) === value)));
  const refused = expected.filter(({ isRefused }) => isRefused);
  const byRole = expected.filter(({ state }) => state.cookie === 'live');
  const chosen = [
    ...oneOfEach(
      expected.filter(({ isRefused }) => !isRefused),
      ({ answer }) => answer,
    ),
    ...oneOf(refused.filter(({ answer }) => answer.startsWith('403'))),
    ...oneOf(refused.filter(({ answer }) => !answer.startsWith('403'))),
    ...((row?.permissions.length ?? 0) > 1 ? oneOfEach(byRole, ({ state }) => state.role) : []),
  ];
  return [...new Set(chosen.map(({ state }) => state))];
}
