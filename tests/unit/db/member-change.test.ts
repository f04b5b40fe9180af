import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type AccountPerson, decideMemberChange } from '#app/domain/access/member-change.ts';
import { type Role, roles } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { memberStore } from '#db/queries/members.ts';
import { accounts, memberships, users, workspaces } from '#db/schema/index.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient, viewerOf } from '../../support/own-database.ts';

// tests/portal/members.test.ts changes members concurrently, on the server.
const { db } = await ownMemoryDatabase();
let viewer: Viewer;
let made = 0;

beforeAll(async () => {
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  viewer = await viewerOf(db, account.owner.token);
});

/** Inserts an account with these people. @returns its id. */
async function accountOf(people: readonly AccountPerson[]): Promise<string> {
  made += 1;
  const id = `acc_${made}`;
  const at = { createdAt: 1 };
  await db.batch({
    account: db.insert(accounts).values({ id, name: id, planId: 'trial-1', timezone: 'Etc/UTC', ...at }),
    workspace: db.insert(workspaces).values({ id: `wks_${made}`, accountId: id, name: id, ...at }),
    people: people.map(({ userId, isConfirmed }) =>
      db.insert(users).values({
        id: `${id}_${userId}`,
        username: `${id}_${userId}`,
        name: userId,
        ...at,
        email: `${id}_${userId}@example.com`,
        emailNormalized: `${id}_${userId}@example.com`,
        passwordHash: 'none',
        wantsNewsletter: false,
        confirmationSentAt: 1,
        confirmedAt: isConfirmed ? 1 : null,
      }),
    ),
    memberships: people.map(({ userId, role }) =>
      db.insert(memberships).values({ userId: `${id}_${userId}`, accountId: id, role, ...at }),
    ),
  });
  return id;
}

async function rolesIn(accountId: string): Promise<Record<string, Role>> {
  const rows = await db
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .where(sql`${memberships.accountId} = ${accountId}`);
  return Object.fromEntries(rows.map(({ userId, role }) => [userId.slice(accountId.length + 1), role]));
}

const person = fc.record({ role: fc.constantFrom(...roles), isConfirmed: fc.boolean() });
const scenario = fc.record({
  people: fc
    .array(person, { maxLength: 4 })
    .map((all) => all.map((one, index) => ({ ...one, userId: `usr${index}` }))),
  userId: fc.integer({ min: 0, max: 3 }).map((index) => `usr${index}`),
  role: fc.option(fc.constantFrom(...roles), { freq: 2 }),
  reachable: fc.subarray([...roles]),
});

test('the database changes members exactly where the rule allows it', { timeout: 180_000 }, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenario, async ({ people, ...change }) => {
      const accountId = await accountOf(people);
      const expected = decideMemberChange(people, change);
      seen.add(`${expected}:${change.role === null ? 'removal' : 'change'}`);
      const before = await rolesIn(accountId);
      const act = {
        now: 1,
        client: testClient,
        userId: `${accountId}_${change.userId}`,
        roles: change.reachable,
        viewer: { ...viewer, account: { ...viewer.account, id: accountId } },
      };
      const store = memberStore(db);
      const outcome = await (change.role === null
        ? store.remove(act)
        : store.changeRole({ ...act, role: change.role, invitable: [] }));
      expect(outcome).toBe(expected);
      const { [change.userId]: _changed, ...others } = before;
      const after = { ...others, ...(change.role !== null && { [change.userId]: change.role }) };
      expect(await rolesIn(accountId)).toEqual(expected === 'done' ? after : before);
    }),
    { numRuns: 250, seed: 14 },
  );
  const outcomes = ['beyond', 'done', 'last-owner', 'missing'];
  expect([...seen].sort()).toEqual([
    ...outcomes.flatMap((outcome) => [`${outcome}:change`, `${outcome}:removal`]),
    'unchanged:change',
  ]);
});
