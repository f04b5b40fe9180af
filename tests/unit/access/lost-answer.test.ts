import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { throttleOf, throttleRules } from '#app/domain/access/throttle-rules.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { signInByCode } from '#app/use-cases/session/login-code.ts';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import { knownDevices, linkTokens, users } from '#db/schema/index.ts';
import { type AccountRows, newAccount, write } from '../../support/account-rows.ts';
import { newApp } from '../../support/factor-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient } from '../../support/own-database.ts';

// A sign-in replaces the browser's device token in the database. The browser learns the new token only from the answer, which can get
// lost, or be dropped for the answer to the same form posted again.

const PASSWORD = 'analytical engine';
const passwords = createPasswords(2 ** 4);
const { db, stores } = await ownMemoryDatabase();

let now = Date.now();
const ports = { ...stores, clock: { now: () => now }, passwords };

let ada: AccountRows;
let grace: AccountRows;
/** The device token that the browser has. */
let device: string;

beforeEach(async () => {
  device = newToken();
  ada = await addPerson();
  grace = await addPerson();
});

async function addPerson(): Promise<AccountRows> {
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  const { userId } = account.owner;
  const passwordHash = await passwords.hash(PASSWORD);
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
  return account;
}

/** Each request has its own new token. */
const newClient = () => ({ ...testClient, deviceToken: device, newDeviceToken: newToken() });
const send = (client: typeof testClient, { owner }: AccountRows) =>
  signIn(ports, { login: owner.email, password: PASSWORD }, client);

/** Signs in with an answer that never arrives. @returns the state of the new session. */
async function signInUnanswered(person: AccountRows): Promise<string> {
  const { sessionToken } = await send(newClient(), person);
  return (await stores.sessions.viewer(await hashToken(sessionToken), now)).kind;
}

/** Signs in. The browser stores the token that the answer sets. */
async function signInAnswered(person: AccountRows): Promise<void> {
  const client = newClient();
  await send(client, person);
  device = client.newDeviceToken;
}

/** Signs in by the code of a workspace, which needs a known browser. The answer never arrives. */
async function signInWithCode({ accountId, owner: { userId } }: AccountRows) {
  const code = newToken();
  const tokenHash = await hashToken(code);
  const times = { createdAt: now, expiresAt: now + MINUTE_MS };
  await db.insert(linkTokens).values({ tokenHash, purpose: 'login_code', userId, accountId, ...times });
  return signInByCode(ports, { code, client: newClient(), currentTokenHash: null });
}

async function isKnownTo(person: AccountRows): Promise<boolean> {
  return signInWithCode(person).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'login_code_failed' });
      return false;
    },
  );
}

/** @returns the counter of the browser's guesses. */
async function counterOf({ owner }: AccountRows): Promise<string> {
  const { account } = await stores.sessions.attempt({
    now,
    login: owner.email,
    deviceTokenHash: await hashToken(device),
    perAccount: throttleRules['sign_in:account'],
    perAddress: throttleOf('sign_in:address', newToken()),
  });
  return account.key;
}

describe('a known browser whose sign-in got no answer', () => {
  beforeEach(async () => {
    await signInAnswered(ada);
    await signInAnswered(grace);
  });

  test('keeps its counter of guesses', async () => {
    const counter = await counterOf(ada);
    expect(counter).toMatch(/^sign_in:device:dev_/);
    await signInUnanswered(ada);
    expect(await counterOf(ada)).toBe(counter);
    await signInUnanswered(ada);
    expect(await counterOf(ada)).toBe(counter);
  });

  test('stays known to everyone who shares it', async () => {
    await signInUnanswered(ada);
    expect([await isKnownTo(ada), await isKnownTo(grace)]).toEqual([true, true]);
  });

  test('stays remembered, and stays known by the token of the next answer', async () => {
    const { userId } = ada.owner;
    await write(db, [newApp(db, userId)]);
    expect(await signInUnanswered(ada)).toBe('second-factor-due');
    const rememberedUntil = now + DAY_MS;
    await db.update(knownDevices).set({ rememberedUntil }).where(eq(knownDevices.userId, userId));
    expect(await signInUnanswered(ada)).toBe('signed-in');
    expect(await signInUnanswered(ada)).toBe('signed-in');
    await signInAnswered(ada);
    expect(await signInUnanswered(ada)).toBe('signed-in');
  });

  test('is unknown by the replaced token after a quarter of an hour', async () => {
    const replaced = device;
    await signInAnswered(ada);
    const current = device;
    device = replaced;
    now += 15 * MINUTE_MS - SECOND_MS;
    expect(await counterOf(ada)).toMatch(/^sign_in:device:/);
    now += SECOND_MS;
    expect(await counterOf(ada)).toMatch(/^sign_in:account:/);
    expect([await isKnownTo(ada), await isKnownTo(grace)]).toEqual([false, false]);
    device = current;
    expect([await isKnownTo(ada), await isKnownTo(grace)]).toEqual([true, true]);
  });
});

test('the replaced token of one person’s browser does not become known to another who signs in with it', async () => {
  await signInAnswered(ada);
  await signInUnanswered(grace);
  expect([await isKnownTo(ada), await isKnownTo(grace)]).toEqual([true, false]);
});

test('another person who signs in with a copy of a replaced token takes no browser', async () => {
  await signInAnswered(ada);
  const copy = device;
  await signInAnswered(ada);
  const current = device;
  device = copy;
  await signInAnswered(grace);
  expect(await isKnownTo(ada)).toBe(false);
  device = current;
  expect(await isKnownTo(ada)).toBe(true);
});

test('a sign-in with a replaced token does not extend its time', async () => {
  await signInAnswered(ada);
  const replaced = device;
  await signInAnswered(ada);
  device = replaced;
  now += 14 * MINUTE_MS;
  await signInUnanswered(ada);
  now += MINUTE_MS;
  expect(await isKnownTo(ada)).toBe(false);
});
