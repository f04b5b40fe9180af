import { beforeAll, expect, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import { can, roles } from '#app/domain/access/roles.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import type { AppError } from '#app/domain/errors/app-error.ts';
import { readSessionToken } from '#app/http/session-token.ts';
import type { Db } from '#db/client.ts';
import { sessionStore } from '#db/queries/sessions.ts';
import { buildIfChanged } from '#scripts/local/build.ts';
import type { Way } from '../../support/access-ways.ts';
import { refusalOf } from '../../support/expected-answer.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { type Arrival, arriveInEachState } from '../../support/states.ts';

/** Nobody is asked over HTTP: the addresses only have to be some. */
const portal = { portalUrl: 'http://portal.example', sandboxUrl: 'http://sandbox.example' };

let ways: readonly Way[];
let support: typeof import('../../support/access-ways.ts');
let arrivals: Array<{
  arrival: Arrival;
  viewer: ViewerState;
  request(path: string, method: string): Request;
}>;

// The first one builds the application.
beforeAll(async () => {
  buildIfChanged();
  support = await import('../../support/access-ways.ts');
  ways = support.ways;
  const { db } = await openMemoryDatabase();
  arrivals = await Promise.all((await arriveInEachState(portal, db)).map((arrival) => knownBy(db, arrival)));
});

/** @returns somebody with the viewer that the Worker makes of their cookie. */
async function knownBy(db: Db, arrival: Arrival) {
  const cookie = [...arrival.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = (path: string, method: string) =>
    new Request(portal.portalUrl + path, { method, headers: cookie === '' ? {} : { Cookie: cookie } });
  const token = readSessionToken(request('/', 'GET'), false);
  const viewer: ViewerState =
    token === null
      ? { kind: 'anonymous' }
      : token === 'malformed'
        ? { kind: 'expired' }
        : await sessionStore(db).viewer(await hashToken(token), Date.now());
  return { arrival, viewer, request };
}

function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof Error && thrown.name === 'AppError';
}

/** @returns an admission's refusal in the words of `refusalOf`; null when it admits. */
async function outcomeOf(way: Way, path: string, { viewer, request }: (typeof arrivals)[number]) {
  const { admission, call, what, isApi } = way;
  if (!admission) throw new Error(`${way.name} declares no admission.`);
  // Whatever else an admission asked for would be missing here, and fail.
  const context = { viewer: async () => viewer, portal: { isSecure: false } };
  const asked = request(path, call.method ?? (what === 'loader' ? 'GET' : 'POST'));
  try {
    await admission.admit(asked, context);
    return null;
  } catch (thrown) {
    if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get('Location')}`;
    // The build has its own copy of the class.
    if (!isAppError(thrown)) throw thrown;
    return isApi ? `${thrown.status} ${thrown.code}` : String(thrown.status);
  }
}

test('the test covers every loader, action and API call', async () => {
  const { handlers } = await import('../../support/handlers.ts');
  const asked = new Set(ways.map(({ name }) => name));
  expect(handlers.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([]);
});

test('every admission accepts and refuses each state and role as docs/permissions.md says', async () => {
  const found: Record<string, string | null> = {};
  const expected: typeof found = {};
  for (const way of ways) {
    const row = support.rowOf(way);
    // A path with other methods refuses before it checks the viewer.
    if (!row) continue;
    for (const one of arrivals) {
      const { state, ids } = one.arrival;
      const path = support.pathOf(way.call, ids);
      const name = `${way.title}: ${state.name}`;
      // What a use case asks for beyond its handler is tried over HTTP.
      const [own] = row.permissions;
      const ownRow = own === undefined ? row : { ...row, roles: roles.filter((role) => can(role, own)) };
      found[name] = await outcomeOf(way, path, one);
      // A workspace's credential is for the admission to verify; nobody here has one.
      expected[name] =
        row.who === 'signature'
          ? support.expectAnswer(way, state, path, false).answer
          : refusalOf(row.permissions.length > 1 ? ownRow : row, way.call, state, path);
    }
  }
  expect(found).toEqual(expected);
  expect(Object.keys(found).length).toBeGreaterThan(4_000);
});

test('the database produces each viewer state of the matrix', () => {
  const kinds = Object.fromEntries(arrivals.map(({ arrival, viewer }) => [arrival.state.name, viewer.kind]));
  const expected = { none: 'anonymous', dead: 'expired', due: 'second-factor-due', live: 'signed-in' };
  expect(kinds).toEqual(
    Object.fromEntries(arrivals.map(({ arrival: { state } }) => [state.name, expected[state.cookie]])),
  );
});
