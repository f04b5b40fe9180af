import { beforeEach, expect, test } from 'vitest';
import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { INVITATION_LIFETIME_MS } from '#app/domain/account/invitation.ts';
import { removeMember } from '#app/use-cases/members/manage-members.ts';
import { inviteTeammates } from '#app/use-cases/onboarding/invite-teammates.ts';
import { newAccount, newMember, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

const billing = 'billing@example.com';
const { db, raw, stores } = await ownMemoryDatabase();
let owner: Viewer;
let now: number;

beforeEach(async () => {
  now = Date.now();
  for (const table of ['outbox', 'accounts', 'users']) await raw.execute(`DELETE FROM ${table}`);
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  owner = await viewerOf(db, account.owner.token);
});

const ports = () => ({ ...stores, clock: { now: () => now } });
const invite = (role: Role, by = owner) =>
  inviteTeammates(ports(), { viewer: by, client }, [{ email: billing, role }]);

/** The mails to the invited address, oldest first. */
async function mails(): Promise<Array<{ role: Role; token: string }>> {
  const { rows } = await raw.execute({
    sql: `SELECT payload FROM outbox WHERE payload ->> 'template' = 'invitation' AND payload ->> 'to' = ?
      ORDER BY rowid`,
    args: [billing],
  });
  return rows.map(({ payload }) => JSON.parse(String(payload)).data);
}

/** The pending invitation of the newest mail. */
async function open() {
  const mail = (await mails()).at(-1);
  return stores.invitations.open(await hashToken(mail?.token ?? ''), now);
}

/** A new person accepts the newest mail. @returns their id. */
async function accept(name: string): Promise<string> {
  const invitation = await open();
  if (!invitation) throw new Error('The newest link is not open.');
  const userId = newId('usr');
  const hashes = { passwordHash: 'none', sessionTokenHash: newToken(), deviceTokenHash: newToken() };
  const accepted = await stores.invitations.acceptAsNewUser({
    now,
    client,
    invitation,
    userId,
    name,
    ...hashes,
  });
  expect(accepted).toBe(true);
  return userId;
}

/** The person gives the invited address up for another one. */
async function changeEmail(userId: string, email: string) {
  const tokenHash = newToken();
  await raw.execute({
    sql: `INSERT INTO link_tokens (token_hash, purpose, user_id, email, email_normalized, created_at, expires_at)
      VALUES (?, 'change_email', ?, ?, ?, ?, ?)`,
    args: [tokenHash, userId, email, email, now, now + 1],
  });
  await stores.credentials.changeEmail({ now, client, tokenHash });
}

async function memberRoles() {
  const { members } = await stores.members.list({ accountId: owner.account.id });
  return Object.fromEntries(members.map(({ userId, role }) => [userId, role]));
}

test('an address that its member gave up can be invited again, for a successor', async () => {
  await invite('billing');
  const grace = await accept('Grace');
  await changeEmail(grace, 'grace@example.com');
  await invite('operator');
  expect(await mails()).toHaveLength(2);
  const { invitations } = await stores.members.list({ accountId: owner.account.id });
  expect(invitations.filter(({ email }) => email === billing)).toMatchObject([{ role: 'operator' }]);
  const successor = await accept('Hedy');
  expect(await memberRoles()).toMatchObject({ [grace]: 'billing', [successor]: 'operator' });
});

test('an address is free after the member who gave it up is removed', async () => {
  await invite('member');
  const grace = await accept('Grace');
  await changeEmail(grace, 'grace@example.com');
  await removeMember(ports(), { viewer: owner, client }, grace);
  await invite('member');
  expect(await mails()).toHaveLength(2);
  await accept('Hedy');
});

test('a member is not invited, whatever their accepted invitation says', async () => {
  await invite('member');
  await accept('Grace');
  now += 2 * INVITATION_LIFETIME_MS;
  owner = { ...owner, session: { ...owner.session, provedAt: now } };
  await invite('member');
  expect(await mails()).toHaveLength(1);
});

test('the new invitation depends on the person who made it', async () => {
  const { person, statements } = newMember(db, owner.account.id, 'owner');
  await write(db, statements);
  const second = await viewerOf(db, person.token);
  await invite('member');
  await changeEmail(await accept('Grace'), 'grace@example.com');
  await invite('member', second);
  await removeMember(ports(), { viewer: owner, client }, person.userId);
  expect(await open()).toBeNull();
});

test('inviting a pending address to another role replaces the invitation and its link', async () => {
  await invite('member');
  await invite('billing');
  expect(await mails()).toMatchObject([{ role: 'member' }, { role: 'billing' }]);
  const [earlier] = await mails();
  expect(await stores.invitations.open(await hashToken(earlier?.token ?? ''), now)).toBeNull();
  const successor = await accept('Grace');
  expect(await memberRoles()).toMatchObject({ [successor]: 'billing' });
});

test('inviting a pending address to the same role sends no second mail', async () => {
  await invite('billing');
  await invite('billing');
  expect(await mails()).toHaveLength(1);
});

test('each change of a pending role is recorded, a repeated form is not', async () => {
  await invite('member');
  await invite('member');
  await invite('billing');
  await invite('billing');
  const { rows } = await raw.execute({
    sql: `SELECT kind, role FROM audit_events WHERE account_id = ? AND subject = ? ORDER BY at, id`,
    args: [owner.account.id, billing],
  });
  expect(rows.map(({ role }) => role)).toEqual(['member', 'billing']);
});

test('no one replaces an invitation to a role beyond their own', async () => {
  await invite('owner');
  const permissions = owner.permissions.filter((permission) => permission !== 'backup:credentials');
  await inviteTeammates(ports(), { viewer: { ...owner, permissions }, client }, [
    { email: billing, role: 'member' },
  ]);
  expect(await open()).toMatchObject({ role: 'owner' });
});

test('over the limit, a pending invitation stays', async () => {
  await invite('member');
  await raw.execute(`UPDATE throttles SET count = 1000`);
  await expect(invite('billing')).rejects.toMatchObject({ code: 'too_many_attempts' });
  expect(await open()).toMatchObject({ role: 'member' });
});
