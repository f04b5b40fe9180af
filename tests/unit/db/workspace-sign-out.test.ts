import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { openDatabase } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { credentialStore } from '#db/queries/credentials.ts';
import { maintenanceStore } from '#db/queries/expired-rows.ts';
import { sessionStore } from '#db/queries/sessions.ts';
import { outbox } from '#db/schema/index.ts';
import { type AccountRows, newAccount, write } from '../../support/account-rows.ts';
import {
  testClient as client,
  type OwnDatabase,
  startOwnDatabase,
  viewerOf,
} from '../../support/own-database.ts';

const DAY_MS = 86_400_000;
let server: OwnDatabase;
let db: Db;
let ada: AccountRows;
let other: AccountRows;

beforeAll(async () => {
  server = await startOwnDatabase();
  db = openDatabase({ url: server.url, token: undefined });
});
afterAll(async () => {
  await server?.stop();
});

beforeEach(async () => {
  [ada, other] = [newPeople(), newPeople()].map(({ account }) => account) as [AccountRows, AccountRows];
  await Promise.all(pending.splice(0));
  await db.run(sql`UPDATE accounts SET trial_started_at = 1`);
  await db.run(sql`DELETE FROM outbox`);
});

const pending: Promise<unknown>[] = [];
function newPeople() {
  const made = newAccount(db, { step: null, subscription: null });
  pending.push(write(db, made.statements));
  return made;
}

/** Pairs of person and workspace that were signed out. */
async function listSignedOut(): Promise<string[]> {
  const rows = await db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(eq(outbox.kind, 'workspace.sign_out'))
    .orderBy(outbox.payload);
  return rows.map(({ payload }) => {
    const { workspaceId, email } = payload as { workspaceId: string; email: string };
    return `${email} of ${workspaceId}`;
  });
}

/** Adds a session of the owner. */
async function addSession({ owner, accountId }: AccountRows, isFactorDue = false): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await db.run(sql`INSERT INTO sessions (token_hash, id, user_id, account_id, user_agent, address, created_at, last_seen_at,
      is_factor_due, proved_at)
    VALUES (${await hashToken(token)}, ${`ses_${token}`}, ${owner.userId}, ${accountId}, 'x', '', ${now}, ${now},
      ${isFactorDue ? 1 : 0}, ${now})`);
  return token;
}

const ownerOf = ({ owner, workspaceId }: AccountRows) => `${owner.email} of ${workspaceId}`;

async function signInAs(person: AccountRows, endsTokenHash: string): Promise<void> {
  await sessionStore(db).create({
    now: Date.now(),
    sessionTokenHash: await hashToken(newToken()),
    deviceTokenHash: await hashToken(newToken()),
    userId: person.owner.userId,
    accountId: person.accountId,
    verifiedHash: 'none',
    client,
    endsTokenHash,
  });
}

describe('a person is signed out of the workspace', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'by signing out',
      async () =>
        sessionStore(db).signOut({ now: Date.now(), viewer: await viewerOf(db, ada.owner.token), client }),
    ],
    [
      'by ending one session',
      async () =>
        sessionStore(db).end({
          now: Date.now(),
          viewer: await viewerOf(db, ada.owner.token),
          client,
          sessionId: `ses_${await addSession(ada)}`,
        }),
    ],
    [
      'by ending all other sessions',
      async () => {
        await Promise.all([addSession(ada), addSession(ada)]);
        return sessionStore(db).endOthers({
          now: Date.now(),
          viewer: await viewerOf(db, ada.owner.token),
          client,
        });
      },
    ],
    [
      'by another password',
      async () => {
        await addSession(ada);
        return credentialStore(db).changePassword({
          now: Date.now(),
          viewer: await viewerOf(db, ada.owner.token),
          client,
          passwordHash: 'x',
          sessionTokenHash: await hashToken(newToken()),
        });
      },
    ],
    [
      'another person signs in in the same browser',
      async () => signInAs(other, await hashToken(ada.owner.token)),
    ],
    [
      'a program signs in as another person',
      async () =>
        sessionStore(db).endReplaced({
          now: Date.now(),
          tokenHash: await hashToken(ada.owner.token),
          newTokenHash: await hashToken(other.owner.token),
        }),
    ],
  ])('%s', async (_how, end) => {
    await end();
    expect(await listSignedOut()).toEqual([ownerOf(ada)]);
  });

  test('each workspace of their accounts signs them out, once', async () => {
    await db.run(sql`INSERT INTO memberships (user_id, account_id, role, created_at)
      VALUES (${ada.owner.userId}, ${other.accountId}, 'member', 0)`);
    await Promise.all([addSession(ada), addSession(ada)]);
    await sessionStore(db).endOthers({ now: 7, viewer: await viewerOf(db, ada.owner.token), client });
    const theirs = [ada, other].map(({ workspaceId }) => `${ada.owner.email} of ${workspaceId}`);
    expect((await listSignedOut()).sort()).toEqual(theirs.sort());
  });
});

describe('does not sign out of the workspace', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['by signing in again as the same person', async () => signInAs(ada, await hashToken(ada.owner.token))],
    [
      'by a sign-in that never proved its second factor',
      async () => sessionStore(db).discard(await hashToken(await addSession(ada, true))),
    ],
    [
      'if nothing ever ran',
      async () => {
        await db.run(sql`UPDATE accounts SET trial_started_at = NULL`);
        return sessionStore(db).signOut({
          now: Date.now(),
          viewer: await viewerOf(db, ada.owner.token),
          client,
        });
      },
    ],
    [
      'by ending another person’s session',
      async () =>
        sessionStore(db).end({
          now: Date.now(),
          viewer: await viewerOf(db, ada.owner.token),
          client,
          sessionId: other.owner.sessionId,
        }),
    ],
    ['by time', async () => maintenanceStore(db).removeExpired(Date.now() + 15 * DAY_MS)],
  ])('%s', async (_how, end) => {
    await end();
    expect(await listSignedOut()).toEqual([]);
  });
});
