import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveKey } from '#app/crypto/derive-key.ts';
import { hashToken, hashTokenSync, newToken } from '#app/crypto/secrets.ts';
import type { PendingSignIn } from '#app/domain/access/second-factor.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { requestEmailChange } from '#app/use-cases/recovery/change-email.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';
import { resetPassword } from '#app/use-cases/recovery/reset-password.ts';
import { confirmAccess } from '#app/use-cases/second-factor/confirm-access.ts';
import { finishSignIn } from '#app/use-cases/second-factor/finish-sign-in.ts';
import { hashRecoveryCode, newRecoveryCodes } from '#app/use-cases/second-factor/recovery-codes.ts';
import { endOtherSessions } from '#app/use-cases/session/manage-sessions.ts';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import { createApiToken } from '#app/use-cases/tokens/manage-tokens.ts';
import { apiTokens, linkTokens, outbox, recoveryCodes, sessions, users } from '#db/schema/index.ts';
import { type AccountRows, newAccount, write } from '../../support/account-rows.ts';
import { newApp } from '../../support/factor-rows.ts';
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

describe('a recovery code', () => {
  const ports = () => ({
    ...portsOf(),
    secondFactorKeys: [{ version: 1, secret: 'a secret of the tests' }] as const,
    relyingParty: { id: 'localhost', origin: 'http://localhost', name: 'Tests' },
  });
  let evidence: { kind: 'code'; code: string };

  beforeEach(async () => {
    const { userId } = ada.owner;
    const [code = ''] = newRecoveryCodes(1);
    evidence = { kind: 'code', code };
    const codeHash = await hashRecoveryCode(code, userId);
    await write(db, [
      newApp(db, userId),
      db.insert(recoveryCodes).values({ userId, codeHash, createdAt: Date.now() }),
    ]);
  });

  const codesLeft = () => db.$count(recoveryCodes, eq(recoveryCodes.userId, ada.owner.userId));
  const endSession = (token: string) =>
    db.delete(sessions).where(eq(sessions.tokenHash, hashTokenSync(token)));

  test('is not used up by a confirmation whose session ended after it was read', async () => {
    const confirm = () => confirmAccess(ports(), { viewer: adaAsViewer, client }, evidence);
    await endSession(ada.owner.token);
    await expect(confirm()).rejects.toMatchObject({ code: 'second_factor_wrong' });
    expect(await codesLeft()).toBe(1);
  });

  test('is not used up by a sign-in that ended after it was read, and finishes the next one', async () => {
    const pendingOf = async () => {
      const { sessionToken } = await signInWith(OLD);
      const state = await stores.sessions.viewer(hashTokenSync(sessionToken), Date.now());
      if (state.kind !== 'second-factor-due') throw new Error(`The session is ${state.kind}.`);
      return { ...state.pending, sessionToken };
    };
    const finish = (pending: PendingSignIn) =>
      finishSignIn(ports(), pending, evidence, { client, remembers: false });
    const ended = await pendingOf();
    await endSession(ended.sessionToken);
    await expect(finish(ended)).rejects.toMatchObject({ code: 'second_factor_wrong' });
    expect(await codesLeft()).toBe(1);
    expect(await stateOf(await finish(await pendingOf()))).toBe('signed-in');
    expect(await codesLeft()).toBe(0);
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
