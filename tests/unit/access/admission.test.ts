import { beforeAll, expect, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import { can, roles } from '#app/domain/access/roles.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import type { AppError } from '#app/domain/errors/app-error.ts';
import { readSessionToken } from '#app/http/session-token.ts';
import type { Db } from '#db/database.ts';
import { sessionStore } from '#db/queries/sessions.ts';
import { buildIfChanged } from '#scripts/local/build.ts';
import type { Way } from '../../support/access-ways.ts';
import { refusalOf } from '../../support/expected-answer.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { addPersonInEachState, type PersonInState } from '../../support/states.ts';

/** Placeholders: nothing is sent over HTTP. */
const portal = { portalUrl: 'http://portal.example', sandboxUrl: 'http://sandbox.example' };

let ways: readonly Way[];
let support: typeof import('../../support/access-ways.ts');
let people: Array<{
  person: PersonInState;
  viewer: ViewerState;
  request(path: string, method: string): Request;
}>;

// The first import builds the application.
beforeAll(async () => {
  buildIfChanged();
  support = await import('../../support/access-ways.ts');
  ways = support.ways;
  const { db } = await openMemoryDatabase();
  people = await Promise.all((await addPersonInEachState(portal, db)).map((person) => knownBy(db, person)));
});

/** @returns a caller with the viewer that the Worker derives from their cookie. */
async function knownBy(db: Db, person: PersonInState) {
  const cookie = [...person.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = (path: string, method: string) =>
    new Request(portal.portalUrl + path, { method, headers: cookie === '' ? {} : { Cookie: cookie } });
  const token = readSessionToken(request('/', 'GET'), false);
  const viewer: ViewerState =
    token === null
      ? { kind: 'anonymous' }
      : token === 'malformed'
        ? { kind: 'expired' }
        : await sessionStore(db).viewer(await hashToken(token), Date.now());
  return { person, viewer, request };
}

function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof Error && thrown.name === 'AppError';
}

/** @returns an admission's refusal in the format of `refusalOf`; null when it admits. */
async function outcomeOf(way: Way, path: string, { viewer, request }: (typeof people)[number]) {
  const { admission, call, what, isApi } = way;
  if (!admission) throw new Error(`${way.name} declares no admission.`);
  // An admission that reads anything else fails here.
  const context = { viewer: async () => viewer, portal: { isSecure: false } };
  const asked = request(path, call.method ?? (what === 'loader' ? 'GET' : 'POST'));
  try {
    await admission.admit(asked, context);
    return null;
  } catch (thrown) {
    if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get('Location')}`;
    // The build has a separate copy of the class.
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
    for (const one of people) {
      const { state, ids } = one.person;
      const path = support.pathOf(way.call, ids);
      const name = `${way.title}: ${state.name}`;
      // Permissions that a use case checks beyond its handler are tested over HTTP.
      const [own] = row.permissions;
      const ownRow = own === undefined ? row : { ...row, roles: roles.filter((role) => can(role, own)) };
      found[name] = await outcomeOf(way, path, one);
      // An admission verifies a workspace's credential, which no caller here has.
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
  const kinds = Object.fromEntries(people.map(({ person, viewer }) => [person.state.name, viewer.kind]));
  const expected = { none: 'anonymous', dead: 'expired', due: 'second-factor-due', live: 'signed-in' };
  expect(kinds).toEqual(
    Object.fromEntries(people.map(({ person: { state } }) => [state.name, expected[state.cookie]])),
  );
});
