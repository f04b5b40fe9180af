import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveKey } from '#app/crypto/derive-key.ts';
import { hashToken, newId } from '#app/crypto/secrets.ts';
import { throttleRules } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { acceptAsNewUser } from '#app/use-cases/invitation/accept-invitation.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';
import { resetPassword } from '#app/use-cases/recovery/reset-password.ts';
import { confirmElsewhere } from '#app/use-cases/registration/confirm-elsewhere.ts';
import { registerAccount } from '#app/use-cases/registration/register-account.ts';
import { confirmAccess } from '#app/use-cases/second-factor/confirm-access.ts';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import { invitations, linkTokens, throttles, users } from '#db/schema/index.ts';
import { type AccountRows, newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

// Guess counters count only wrong passwords. Right and unchecked passwords lock no one out.

const PASSWORD = 'analytical engine';
const COST = 2 ** 4;

const { db, stores } = await ownMemoryDatabase();
let ada: AccountRows;
let viewer: Viewer;
/** How many of the next hashes the hasher refuses, because too many passwords wait. */
let refused: number;

const passwords = createPasswords(COST, async (...input) => {
  if (refused === 0) return await deriveKey(...input);
  refused -= 1;
  throw new AppError('passwords_busy');
});
const portsOf = () => ({
  ...stores,
  clock: { now: () => Date.now() },
  passwords,
  breachedPasswords: { contains: async () => false },
  // Unused: no one here has a second factor.
  secondFactorKeys: [{ version: 1, secret: 'a secret of the tests' }] as const,
  relyingParty: { id: 'localhost', origin: 'http://localhost', name: 'Tests' },
});

beforeEach(async () => {
  refused = 0;
  await db.delete(throttles);
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  ada = account;
  await storePassword(passwords);
  viewer = await viewerOf(db, ada.owner.token);
});

async function storePassword({ hash }: Pick<typeof passwords, 'hash'>): Promise<void> {
  await db.update(users).set({ passwordHash: await hash(PASSWORD) });
}

const confirm = (password = PASSWORD) =>
  confirmAccess(portsOf(), { viewer, client }, { kind: 'password', password });
const enter = (password = PASSWORD) => signIn(portsOf(), { login: ada.owner.email, password }, client);

/** Runs an act more often than a rule allows. @returns the code of each refusal. */
async function repeat(limit: number, act: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = [];
  for (let time = 0; time <= limit; time += 1)
    await act().catch((error: unknown) => codes.push(error instanceof AppError ? error.code : String(error)));
  return codes;
}

test('a person confirms access by the right password any number of times', async () => {
  expect(await repeat(throttleRules['password:user'].limit, () => confirm())).toEqual([]);
});

test('wrong passwords stay counted after right ones', async () => {
  const wrong = await repeat(throttleRules['password:user'].limit, async () => {
    await confirm();
    await confirm('a guess');
  });
  expect(wrong.slice(0, -1)).toEqual(
    Array.from({ length: throttleRules['password:user'].limit }, () => 'password_wrong'),
  );
  expect(wrong.at(-1)).toBe('too_many_attempts');
});

test('new passwords that are refused do not use up the attempts at the current one', async () => {
  const change = (newPassword: string) =>
    changePassword(portsOf(), { viewer, client }, { currentPassword: PASSWORD, newPassword });
  const codes = await repeat(throttleRules['password:user'].limit, () => change(`${viewer.account.name}1`));
  expect(new Set(codes)).toEqual(new Set(['invalid_form']));
  await change('difference engine');
});

test('retries while the hasher is busy do not use up the attempts at the current password', async () => {
  refused = throttleRules['password:user'].limit + 1;
  expect(new Set(await repeat(throttleRules['password:user'].limit, () => confirm()))).toEqual(
    new Set(['passwords_busy']),
  );
  await confirm();
});

describe('retries while the hasher is busy do not use up the attempts', () => {
  const NEW = 'difference engine';
  const tokenHash = hashToken('link');
  const times = () => ({ createdAt: Date.now(), expiresAt: Date.now() + HOUR_MS });
  const storeLink = async (purpose: 'reset_password' | 'confirm_email') =>
    db.insert(linkTokens).values({
      tokenHash: await tokenHash,
      purpose,
      userId: ada.owner.userId,
      email: purpose === 'confirm_email' ? ada.owner.email : null,
      emailNormalized: purpose === 'confirm_email' ? ada.owner.email : null,
      ...times(),
    });
  beforeEach(async () => {
    await db.delete(linkTokens);
  });

  /** Refuses more retries than any counter allows; the next attempt must succeed. */
  async function expectRetries(act: () => Promise<unknown>): Promise<void> {
    const { limit } = throttleRules['reset:address'];
    refused = limit + 1;
    expect(new Set(await repeat(limit, act))).toEqual(new Set(['passwords_busy']));
    await act();
  }

  test('of a reset link', async () => {
    await storeLink('reset_password');
    await expectRetries(() => resetPassword(portsOf(), { token: 'link', newPassword: NEW, client }));
  });

  test('of an invitation', async () => {
    const { id } = ada.invitation;
    await db
      .update(invitations)
      .set({ tokenHash: await tokenHash })
      .where(eq(invitations.id, id));
    const input = { token: 'link', fullName: 'Edsger', password: NEW, client };
    await expectRetries(() => acceptAsNewUser(portsOf(), input));
  });

  test('of a link that confirms an e-mail elsewhere', async () => {
    await db.update(users).set({ confirmedAt: null }).where(eq(users.id, ada.owner.userId));
    await storeLink('confirm_email');
    const input = { token: 'link', fullName: null, password: NEW, currentTokenHash: null, client };
    await expectRetries(() => confirmElsewhere(portsOf(), input));
  });

  test('of a registration, even if its form is posted twice', async () => {
    const id = newId('req');
    const humanCheck = { verify: async () => ({ id }) };
    const form = {
      fullName: 'Hedy Lamarr',
      email: 'hedy@example.com',
      confirmEmail: 'hedy@example.com',
      password: NEW,
      accountName: 'frequency-hopping',
      newsletter: false,
      humanCheck: 'passed',
    };
    const register = () => registerAccount({ ...portsOf(), humanCheck }, form, client);
    await expectRetries(register);
    await expectRetries(register);
  });
});

test('a sign-in succeeds while the hasher is too busy to renew an old hash', async () => {
  await storePassword(createPasswords(COST / 2));
  const renewing = createPasswords(COST, async (...input) => {
    if (input[2].N === COST) throw new AppError('passwords_busy');
    return await deriveKey(...input);
  });
  const credentials = { login: ada.owner.email, password: PASSWORD };
  const codes = await repeat(throttleRules['sign_in:account'].limit, () =>
    signIn({ ...portsOf(), passwords: renewing }, credentials, client),
  );
  expect(codes).toEqual([]);
});

test('a network can sign in more people than it can make wrong guesses', async () => {
  const key = `sign_in:address:${client.network}`;
  await db
    .insert(throttles)
    .values({ key, windowStartedAt: Date.now(), count: throttleRules['sign_in:address'].limit - 1 });
  await enter();
  await enter();
  await expect(enter('a guess')).rejects.toMatchObject({ code: 'invalid_credentials' });
  await expect(enter()).rejects.toMatchObject({ code: 'too_many_attempts' });
});
