import { beforeAll, expect, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { resendInvitation, revokeInvitation } from '#app/use-cases/members/manage-invitations.ts';
import { inviteTeammates } from '#app/use-cases/onboarding/invite-teammates.ts';
import { admitMails } from '#app/use-cases/outbox/admit-mails.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

const email = 'grace@example.com';
const hedy = 'hedy@example.com';
const { db, raw, stores } = await ownMemoryDatabase();
let owner: Viewer;
let now = Date.now();
const clock = { now: () => now };

beforeAll(async () => {
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  await raw.execute('DELETE FROM outbox');
  owner = await viewerOf(db, account.owner.token);
});
/** Delivers what waits. @returns the links that reached the inbox. */
async function deliver(): Promise<string[]> {
  const claimed = await stores.outbox.claim(now, 10);
  const admitted = await admitMails({ clock, outbox: stores.outbox, logDroppedMail: () => {} }, claimed);
  await stores.outbox.markDelivered(
    admitted.map(({ id }) => id),
    now,
  );
  return admitted.flatMap(({ kind, payload }) =>
    kind === 'mail' && payload.template === 'invitation' ? [payload.data.token] : [],
  );
}

const isOpen = async (token: string | undefined) =>
  (await stores.invitations.open(await hashToken(token ?? ''), now)) !== null;

test('the last delivered link of an invitation works after any number of resends', async () => {
  await inviteTeammates({ ...stores, clock }, { viewer: owner, client }, [{ email, role: 'member' }]);
  const { rows } = await raw.execute('SELECT id FROM invitations WHERE email = ?', [email]);
  const resend = () =>
    resendInvitation({ ...stores, clock }, { viewer: owner, client }, { invitationId: String(rows[0]?.id) });
  const reached = await deliver();
  for (let time = 0; time < 2; time += 1) {
    now += MINUTE_MS;
    await resend();
    reached.push(...(await deliver()));
  }
  expect(reached).toHaveLength(3);

  // The inbox accepts no fourth mail of one account within an hour, so the fourth link would be lost.
  now += MINUTE_MS;
  await expect(resend()).rejects.toMatchObject({ code: 'too_many_attempts' });
  expect(await deliver()).toEqual([]);
  expect(await isOpen(reached.at(-1))).toBe(true);

  now += HOUR_MS;
  await resend();
  const [link, ...others] = await deliver();
  expect(others).toEqual([]);
  expect(await isOpen(link)).toBe(true);
  expect(await isOpen(reached.at(-1))).toBe(false);
});

test('the last delivered link of an invitation works after any number of role changes and resends', async () => {
  const invite = (role: Role) =>
    inviteTeammates({ ...stores, clock }, { viewer: owner, client }, [{ email: hedy, role }]);
  const resend = async () => {
    const { rows } = await raw.execute('SELECT id FROM invitations WHERE email = ?', [hedy]);
    await resendInvitation(
      { ...stores, clock },
      { viewer: owner, client },
      { invitationId: String(rows[0]?.id) },
    );
  };
  owner = { ...owner, session: { ...owner.session, provedAt: now } };
  await invite('member');
  await invite('operator');
  await resend();
  const reached = await deliver();
  expect(reached).toHaveLength(3);

  await expect(invite('member')).rejects.toMatchObject({ code: 'too_many_attempts' });
  await expect(resend()).rejects.toMatchObject({ code: 'too_many_attempts' });
  expect(await deliver()).toEqual([]);
  expect(await isOpen(reached.at(-1))).toBe(true);
  // Repeating the same invitation changes nothing and is not counted.
  await invite('operator');

  now += HOUR_MS;
  owner = { ...owner, session: { ...owner.session, provedAt: now } };
  await invite('member');
  const [link] = await deliver();
  expect(await isOpen(link)).toBe(true);
  expect(await isOpen(reached.at(-1))).toBe(false);
});

test('resends of an unknown invitation are answered invitation_not_found beyond the limit', async () => {
  const resend = () =>
    resendInvitation({ ...stores, clock }, { viewer: owner, client }, { invitationId: 'inv_unknown' });
  for (let time = 0; time < 4; time += 1)
    await expect(resend()).rejects.toMatchObject({ code: 'invitation_not_found' });
});

test('an invitation repeated after a revocation counts against its inbox', async () => {
  const to = 'ida@example.com';
  const invite = () =>
    inviteTeammates({ ...stores, clock }, { viewer: owner, client }, [{ email: to, role: 'member' }]);
  const revoke = async () => {
    const { rows } = await raw.execute('SELECT id FROM invitations WHERE email = ?', [to]);
    await revokeInvitation(
      { ...stores, clock },
      { viewer: owner, client },
      { invitationId: String(rows[0]?.id) },
    );
  };
  const reached: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    if (time > 0) await revoke();
    await invite();
    reached.push(...(await deliver()));
    now += 25 * MINUTE_MS;
  }
  expect(reached).toHaveLength(3);
  await revoke();
  // The hour begins again with each mail.
  now += 20 * MINUTE_MS;
  await expect(invite()).rejects.toMatchObject({ code: 'too_many_attempts' });
  await expect(invite()).rejects.toMatchObject({ code: 'too_many_attempts' });
  expect(await deliver()).toEqual([]);
  now += 15 * MINUTE_MS;
  await invite();
  const [link] = await deliver();
  expect(await isOpen(link)).toBe(true);
});

test('addresses beyond the limit of their common inbox are refused, and the others get their mail', async () => {
  now += HOUR_MS;
  const rows = ['a', 'b', 'c', 'd'].map((tag) => ({
    email: `kay+${tag}@example.com`,
    role: 'member' as const,
  }));
  const invite = () => inviteTeammates({ ...stores, clock }, { viewer: owner, client }, rows);
  await expect(invite()).rejects.toMatchObject({ code: 'too_many_attempts' });
  const reached = await deliver();
  expect(reached).toHaveLength(3);
  for (const link of reached) expect(await isOpen(link)).toBe(true);
  const pending = await raw.execute("SELECT email FROM invitations WHERE email LIKE 'kay%' ORDER BY email");
  expect(pending.rows.map(({ email }) => email)).toEqual(rows.slice(0, 3).map(({ email }) => email));
});

/** Uses up the limit of an inbox: two other accounts invite its tags. */
async function fillInbox(name: string): Promise<void> {
  for (const tags of [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]) {
    const { account, statements } = newAccount(db, { step: null, subscription: null });
    await write(db, statements);
    await raw.execute('DELETE FROM outbox WHERE limit_key IS NULL');
    const rows = tags.map((tag) => ({ email: `${name}+${tag}@example.com`, role: 'member' as const }));
    await inviteTeammates(
      { ...stores, clock },
      { viewer: await viewerOf(db, account.owner.token), client },
      rows,
    );
    expect(await deliver()).toHaveLength(tags.length);
  }
}

test('a delivered link works after other accounts used up the limit of its inbox', async () => {
  now += HOUR_MS;
  const to = 'joan@example.com';
  owner = { ...owner, session: { ...owner.session, provedAt: now } };
  const invite = (role: Role) =>
    inviteTeammates({ ...stores, clock }, { viewer: owner, client }, [{ email: to, role }]);
  await invite('member');
  const [link] = await deliver();
  now += HOUR_MS + MINUTE_MS;
  owner = { ...owner, session: { ...owner.session, provedAt: now } };
  await fillInbox('joan');
  const { rows } = await raw.execute('SELECT id FROM invitations WHERE email = ?', [to]);
  const resend = () =>
    resendInvitation({ ...stores, clock }, { viewer: owner, client }, { invitationId: String(rows[0]?.id) });
  await expect(resend()).rejects.toMatchObject({ code: 'too_many_attempts' });
  await expect(invite('operator')).rejects.toMatchObject({ code: 'too_many_attempts' });
  expect(await deliver()).toEqual([]);
  expect(await isOpen(link)).toBe(true);

  now += HOUR_MS + MINUTE_MS;
  await resend();
  const [newLink] = await deliver();
  expect(await isOpen(newLink)).toBe(true);
  expect(await isOpen(link)).toBe(false);
});
