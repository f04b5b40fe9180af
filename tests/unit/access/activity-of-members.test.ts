import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import type { ActivityFilter } from '#app/domain/access/activity-filter.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { acceptAsViewer } from '#app/use-cases/invitation/accept-invitation.ts';
import { removeMember } from '#app/use-cases/members/manage-members.ts';
import { inviteTeammates } from '#app/use-cases/onboarding/invite-teammates.ts';
import { changeName } from '#app/use-cases/session/change-name.ts';
import { users } from '#db/schema/index.ts';
import { newAccount, newMember, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

const { db, raw, stores } = await ownMemoryDatabase();
let owner: Viewer;

beforeEach(async () => {
  await raw.execute('DELETE FROM outbox');
  owner = await newOwner();
});

const clock = { now: () => Date.now() };
const ports = () => ({ ...stores, clock });

async function newOwner(): Promise<Viewer> {
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  return viewerOf(db, account.owner.token);
}

async function eventsOf(filter: Partial<ActivityFilter>) {
  return stores.activity.page(owner.account.id, { order: 'oldest', cursor: null, ...filter }, 100);
}

/** Invites an address. @returns the link's token. */
async function invite(email: string, role: Role): Promise<string> {
  await inviteTeammates(ports(), { viewer: owner, client }, [{ email, role }]);
  const { rows } = await raw.execute({
    sql: `SELECT payload -> 'data' ->> 'token' AS token FROM outbox WHERE payload ->> 'to' = ?`,
    args: [email],
  });
  return String(rows.at(-1)?.token);
}

async function joined() {
  const events = await eventsOf({ what: 'members' });
  return events.filter(({ kind }) => kind === 'invitation_accepted').map(({ role }) => role);
}

test('the activity shows the role with which a new person joined', async () => {
  const token = await invite('grace@example.com', 'owner');
  const invitation = await stores.invitations.open(await hashToken(token), clock.now());
  if (!invitation) throw new Error('The link is not open.');
  await stores.invitations.acceptAsNewUser({
    now: clock.now(),
    client,
    invitation,
    userId: newId('usr'),
    name: 'Grace Hopper',
    passwordHash: 'none',
    sessionTokenHash: newToken(),
    deviceTokenHash: newToken(),
  });
  expect(await joined()).toEqual(['owner']);
});

test('the activity shows the role with which a person with an account joined', async () => {
  const guest = await newOwner();
  const token = await invite(guest.user.email, 'operator');
  await acceptAsViewer(ports(), { viewer: guest, client }, token);
  expect(await joined()).toEqual(['operator']);
});

test('the filter “No member” finds the acts of a removed person', async () => {
  const { person, statements } = newMember(db, owner.account.id, 'operator');
  await write(db, statements);
  await changeName(
    ports(),
    { viewer: await viewerOf(db, person.token), client },
    { fullName: 'Somebody Else' },
  );
  const kinds = async (filter: Partial<ActivityFilter>) => (await eventsOf(filter)).map(({ kind }) => kind);
  expect(await kinds({ who: person.userId })).toEqual(['name_changed']);
  expect(await kinds({ who: 'nobody' })).not.toContain('name_changed');

  await removeMember(ports(), { viewer: owner, client }, person.userId);
  expect(await kinds({ who: 'nobody' })).toContain('name_changed');
  expect(await kinds({ who: owner.user.id })).toContain('member_removed');
  expect(await kinds({ who: 'nobody' })).not.toContain('member_removed');
});

test('the activity names a deleted person for a year', async () => {
  const { person, statements } = newMember(db, owner.account.id, 'operator');
  await write(db, statements);
  const viewer = await viewerOf(db, person.token);
  await changeName(ports(), { viewer, client }, { fullName: 'Somebody Else' });
  await removeMember(ports(), { viewer: owner, client }, person.userId);
  expect(await db.select().from(users).where(eq(users.id, person.userId))).toEqual([]);
  const events = await eventsOf({ what: 'profile' });
  expect(events.find(({ kind }) => kind === 'name_changed')?.actor).toEqual({
    name: 'Somebody Else',
    email: viewer.user.email,
  });
  await stores.maintenance.removeExpired(clock.now() + 364 * DAY_MS);
  const { rows } = await raw.execute('SELECT id FROM former_users');
  expect(rows.map(({ id }) => id)).toContain(person.userId);
  await stores.maintenance.removeExpired(clock.now() + 366 * DAY_MS);
  expect((await raw.execute('SELECT id FROM former_users')).rows).toEqual([]);
});
