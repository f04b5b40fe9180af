import { expect, inject, test } from 'vitest';
import { throttleRules } from '#app/domain/access/throttle-rules.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { allMails, isSignedIn, setUpOwner, signIn } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { eventCount, one } from '../support/rows.ts';
import { addApp, addPasskey, ageProofs, codeOf, enterCode, pendingSignIn } from '../support/second-factor.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

test('guesses from many browsers reach the code no more often than twenty times', {
  timeout: 240_000,
}, async () => {
  const { limit } = throttleRules['factor:user'];
  const owner = await setUpOwner(portal, database);
  const app = await addApp(owner.client);
  const thief = await setUpOwner(portal, database);
  const pending = await pendingSignIn(owner);
  // Unknown browsers, one with an invalid device cookie, and one that the thief's own account knows.
  const devices = [undefined, 'x'.repeat(43), thief.client.cookies.get('device')];
  const guesses = Array.from({ length: 10 * limit }, (_, index) => {
    const browser = new PortalClient(portal);
    browser.cookies.set('token', pending.cookies.get('token') ?? '');
    const device = devices[index % devices.length];
    if (device !== undefined) browser.cookies.set('device', device);
    return { browser, code: String(index).padStart(6, '0') };
  });
  const statuses = await mapConcurrently(guesses, async ({ browser, code }) => {
    const answer = await enterCode(browser, code);
    await answer.body?.cancel();
    return answer.status;
  });
  expect(statuses.filter((status) => status === 401)).toHaveLength(limit);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9 * limit);
  expect(await eventCount(database, owner.accountId, 'second_factor_refused')).toBe(limit);
  // The right code is refused too, unread, except in a browser that the owner has used before.
  expect((await enterCode(pending, codeOf(app, 1))).status).toBe(429);
  await owner.client.post('/sign-out', {});
  await owner.client.post('/login', { login: owner.fields.email, password: owner.fields.password });
  expect((await enterCode(owner.client, codeOf(app, 1))).status).toBe(302);
  expect(await isSignedIn(owner.client)).toBe(true);
  const mails = await allMails(owner.client, database, owner.fields.email);
  const warnings = mails.filter(({ text }) => text.includes('password'));
  expect(warnings.length).toBeGreaterThan(0);
  expect(mails.filter(({ subject }) => subject === warnings[0]?.subject)).toHaveLength(1);
});

test('browsers that were known before the factor add no guesses', async () => {
  const owner = await setUpOwner(portal, database);
  const { email, password } = owner.fields;
  const before = await Promise.all(
    Array.from({ length: 3 }, async () => (await signIn(portal, email, password)).client),
  );
  await addApp(owner.client);
  const statuses = [];
  for (const browser of before) {
    await browser.post('/sign-out', {});
    await browser.post('/login', { login: email, password });
    for (let guess = 0; guess < 8; guess += 1) statuses.push((await enterCode(browser, '000000')).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(throttleRules['factor:user'].limit);
});

test('a known browser gets no more guesses by signing in again, though each sign-in replaces its device token', async () => {
  const owner = await setUpOwner(portal, database);
  await addApp(owner.client);
  const { client } = owner;
  const { limit } = throttleRules['factor:user'];
  const devices = new Set<string | undefined>();
  const statuses: number[] = [];
  while (statuses.length <= limit) {
    await client.post('/sign-out', {});
    await client.post('/login', { login: owner.fields.email, password: owner.fields.password });
    devices.add(client.cookies.get('device'));
    statuses.push((await enterCode(client, '000000')).status);
  }
  expect(devices.size).toBe(limit + 1);
  expect(statuses).toEqual([...Array<number>(limit).fill(401), 429]);
});

test('refuses an invalid passkey answer everywhere', async () => {
  const owner = await setUpOwner(portal, database);
  const authenticator = createSoftwareAuthenticator();
  await addPasskey(owner.client, authenticator);
  const pending = await pendingSignIn(owner);
  const stranger = new PortalClient(portal);
  const hostile = [
    '',
    'null',
    '[]',
    '{}',
    '"x"',
    '0',
    '{',
    '\u0000',
    `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
    JSON.stringify({ id: 'x'.repeat(16_300) }),
    'x'.repeat(20_000),
    JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30' } }),
  ];
  for (const answer of hostile) {
    for (const [client, path] of [
      [stranger, '/login'],
      [pending, '/login/second-factor'],
      [owner.client, '/account/confirm-access'],
    ] as const) {
      const { status } = await client.post(path, { intent: 'passkey', answer });
      expect([400, 401, 413, 422, 429], `${path} ${answer.slice(0, 40)}`).toContain(status);
    }
  }
});

test('counts an invented recovery code like any other wrong answer', async () => {
  const owner = await setUpOwner(portal, database);
  await addApp(owner.client);
  const pending = await pendingSignIn(owner);
  expect((await enterCode(pending, '000000-000000-000000-000000')).status).toBe(401);
  expect(await eventCount(database, owner.accountId, 'second_factor_refused')).toBe(1);
});

test('records a reused code as refused', async () => {
  const owner = await setUpOwner(portal, database);
  const app = await addApp(owner.client);
  const code = codeOf(app, 1);
  expect((await enterCode(await pendingSignIn(owner), code)).status).toBe(302);
  expect((await enterCode(await pendingSignIn(owner), code)).status).toBe(401);
  expect(await eventCount(database, owner.accountId, 'second_factor_refused')).toBe(1);
});

test('codes of steps further away than the next are refused', async () => {
  const owner = await setUpOwner(portal, database);
  const app = await addApp(owner.client);
  const pending = await pendingSignIn(owner);
  for (const steps of [-4, -3, 3, 4]) {
    expect((await enterCode(pending, codeOf(app, steps))).status, String(steps)).toBe(401);
  }
});

test('a recovery code works for one of a concurrent sign-in and confirmation', async () => {
  const owner = await setUpOwner(portal, database);
  const { recoveryCodes } = await addApp(owner.client);
  const [code = ''] = recoveryCodes;
  await ageProofs(database, owner);
  const pending = await Promise.all([pendingSignIn(owner), pendingSignIn(owner)]);
  const answers = await Promise.all([
    ...pending.map((client) => enterCode(client, code)),
    owner.client.post('/account/confirm-access', { intent: 'code', code }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 401, 401]);
  const { n } = await one(
    database,
    'SELECT count(*) AS n FROM recovery_codes WHERE user_id = ?',
    owner.userId,
  );
  expect(n).toBe(9);
});

test('nothing reveals who has a second factor', async () => {
  const [plain, secured] = [await setUpOwner(portal, database), await setUpOwner(portal, database)];
  await addApp(secured.client);
  const answers = await Promise.all(
    [plain.fields.email, secured.fields.email, 'nobody@example.com'].map(async (login) => {
      const { response } = await signIn(portal, login, 'wrong horse');
      const text = (await response.text()).replaceAll(login, 'LOGIN');
      return [
        response.status,
        response.headers.getSetCookie().map((cookie) => cookie.split('=')[0]),
        text.length,
      ];
    }),
  );
  expect(answers[1]?.slice(0, 2)).toEqual(answers[0]?.slice(0, 2));
  expect(answers[2]?.slice(0, 2)).toEqual(answers[0]?.slice(0, 2));
  const pages = await Promise.all(
    ['/login/second-factor', '/login'].map(async (path) => (await new PortalClient(portal).get(path)).status),
  );
  expect(pages).toEqual([302, 200]);
});
