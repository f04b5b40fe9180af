import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveKey } from '#app/crypto/derive-key.ts';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { requestEmailChange } from '#app/use-cases/recovery/change-email.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';
import { resetPassword } from '#app/use-cases/recovery/reset-password.ts';
import { endOtherSessions } from '#app/use-cases/session/manage-sessions.ts';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import { createApiToken } from '#app/use-cases/tokens/manage-tokens.ts';
import { apiTokens, linkTokens, outbox, sessions, users } from '#db/schema/index.ts';
import { type AccountRows, newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

// Verifying a password takes long enough for another request to change it. What the first request then writes must not undo
// the second, which may be the owner who takes the account back from a thief.

const OLD = 'analytical engine';
const NEW = 'difference engine';
const COST = 2 ** 4;

const { db, stores } = await ownMemoryDatabase();
let ada: AccountRows;
let adaAsViewer: Viewer;
/** Runs once, after the next password is hashed and before its result is used. */
let meanwhile: (() => Promise<unknown>) | undefined;

const passwords = createPasswords(COST, async (...input) => {
  const key = await deriveKey(...input);
  const run = meanwhile;
  meanwhile = undefined;
  await run?.();
  return key;
});
const clock = { now: () => Date.now() };
const portsOf = () => ({ ...stores, clock, passwords, breachedPasswords: { contains: async () => false } });

beforeEach(async () => {
  meanwhile = undefined;
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  ada = account;
  await storePassword(OLD);
  adaAsViewer = await viewerOf(db, ada.owner.token);
});

async function storePassword(password: string, { hash } = passwords): Promise<void> {
  const passwordHash = await hash(password);
  await db.update(users).set({ passwordHash }).where(eq(users.id, ada.owner.userId));
}

/** Ada resets her password by a link, which ends her sessions, and voids her links and API tokens. */
async function reset(): Promise<void> {
  const token = newToken();
  const tokenHash = await hashToken(token);
  const times = { createdAt: Date.now(), expiresAt: Date.now() + HOUR_MS };
  const { userId } = ada.owner;
  await db.insert(linkTokens).values({ tokenHash, purpose: 'reset_password', userId, ...times });
  await resetPassword(portsOf(), { token, newPassword: NEW, client });
}

const signInWith = (password: string) => signIn(portsOf(), { login: ada.owner.email, password }, client);

const sessionsOf = () => db.select().from(sessions).where(eq(sessions.userId, ada.owner.userId));

async function hasPassword(password: string): Promise<boolean> {
  const rows = await db.select().from(users).where(eq(users.id, ada.owner.userId));
  return passwords.verify(password, rows[0]?.passwordHash ?? '');
}

async function stateOf({ sessionToken }: { sessionToken: string }): Promise<string> {
  return (await stores.sessions.viewer(await hashToken(sessionToken), Date.now())).kind;
}

describe('a reset while a thief’s request verifies the old password', () => {
  test('refuses their sign-in', async () => {
    meanwhile = reset;
    await expect(signInWith(OLD)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await sessionsOf()).toEqual([]);
  });

  test('keeps the new password when the sign-in would renew the old hash', async () => {
    await storePassword(OLD, createPasswords(COST / 2));
    meanwhile = reset;
    await expect(signInWith(OLD)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await hasPassword(NEW)).toBe(true);
  });

  test('refuses their new password, and keeps the owner’s session', async () => {
    let session: { sessionToken: string } | undefined;
    meanwhile = async () => {
      await reset();
      session = await signInWith(NEW);
    };
    const form = { currentPassword: OLD, newPassword: 'the choice of a thief' };
    const change = changePassword(portsOf(), { viewer: adaAsViewer, client }, form);
    await expect(change).rejects.toMatchObject({ code: 'session_expired' });
    expect(await hasPassword(NEW)).toBe(true);
    expect(session && (await stateOf(session))).toBe('signed-in');
  });

  test('sends no link to their address', async () => {
    meanwhile = reset;
    const form = { email: 'thief@example.com', password: OLD };
    const change = requestEmailChange(portsOf(), { viewer: adaAsViewer, client }, form);
    await expect(change).rejects.toMatchObject({ code: 'session_expired' });
    const links = and(eq(linkTokens.userId, ada.owner.userId), eq(linkTokens.purpose, 'change_email'));
    expect(await db.select().from(linkTokens).where(links)).toEqual([]);
  });
});

describe('a request whose session ended after it was read', () => {
  beforeEach(reset);

  test('creates no API token', async () => {
    const viewer = { ...adaAsViewer, session: { ...adaAsViewer.session, provedAt: Date.now() } };
    const asked = { name: 'Backdoor', scopes: ['workspace:view' as const], lifetime: 'none' as const };
    const creation = createApiToken(portsOf(), { viewer, client }, asked);
    await expect(creation).rejects.toMatchObject({ code: 'session_expired' });
    const theirs = eq(apiTokens.userId, ada.owner.userId);
    expect(await db.select().from(apiTokens).where(theirs)).toEqual([]);
  });

  test('ends no other session', async () => {
    const session = await signInWith(NEW);
    const end = endOtherSessions(portsOf(), { viewer: adaAsViewer, client });
    await expect(end).rejects.toMatchObject({ code: 'session_expired' });
    expect(await stateOf(session)).toBe('signed-in');
  });
});

test('a sign-in succeeds while another one renews the hash of the same password', async () => {
  await storePassword(OLD, createPasswords(COST / 2));
  meanwhile = () => signInWith(OLD);
  expect(await stateOf(await signInWith(OLD))).toBe('signed-in');
});

test('a password form that is posted twice changes the password once, and keeps its session', async () => {
  const form = { currentPassword: OLD, newPassword: NEW };
  let first: { sessionToken: string } | undefined;
  meanwhile = async () => {
    first = await changePassword(portsOf(), { viewer: adaAsViewer, client }, form);
  };
  const second = changePassword(portsOf(), { viewer: adaAsViewer, client }, form);
  await expect(second).rejects.toMatchObject({ code: 'session_expired' });
  expect(first && (await stateOf(first))).toBe('signed-in');
  const payloads = (await db.select().from(outbox)).map(({ payload }) => payload);
  const mail = expect.objectContaining({ template: 'password_changed', to: ada.owner.email });
  expect(payloads.filter((payload) => mail.asymmetricMatch(payload))).toHaveLength(1);
});
