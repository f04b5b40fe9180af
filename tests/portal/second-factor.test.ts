import { beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { askForLink, isSignedIn, type Owner, setUpOwner, signIn } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import {
  addApp,
  addPasskey,
  codeOf,
  passkeyAsked,
  postApp,
  setupSecret,
  type TestApp,
} from '../support/second-factor.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
const origin = new URL(portal.portalUrl).origin;

/** Signs in with the password in an unknown browser. @returns it, waiting for the second factor. */
async function pendingSignIn({ fields }: Owner): Promise<PortalClient> {
  const { client } = await signIn(portal, fields.email, fields.password);
  const asked = await client.get('/dashboard');
  expect(asked.headers.get('Location')).toBe('/login/second-factor?returnPath=%2Fdashboard');
  return client;
}

const enter = (client: PortalClient, code: string, more: Record<string, string> = {}) =>
  client.post('/login/second-factor?returnPath=%2Fdashboard', { intent: 'code', code, ...more });

test('a page without script that shows new recovery codes shows the second factor too', async () => {
  const off = 'Two-factor authentication is off.';
  const { client } = await setUpOwner(portal, database);
  expect(await (await client.get('/account/security')).text()).toContain(off);
  const secret = await setupSecret(client);
  const page = await (await postApp(client, { name: 'My phone', code: await codeOf({ secret }) })).text();
  expect(page).toContain('Recovery codes');
  expect(page).not.toContain(off);
  expect(page).toContain('10 codes left');
});

describe('an authenticator app', () => {
  let owner: Owner;
  let app: TestApp;

  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
    app = await addApp(owner.client);
  });

  test('comes with ten recovery codes', () => {
    expect(new Set(app.recoveryCodes).size).toBe(10);
  });

  test('is required with its code to sign in', async () => {
    const client = await pendingSignIn(owner);
    for (const path of [
      '/dashboard',
      '/account',
      '/manage',
      '/account/security',
      '/account/confirm-access',
    ]) {
      const answer = await client.get(path);
      expect(answer.headers.get('Location'), path).toContain('/login/second-factor');
    }
    for (const path of ['/api/auth/me', '/api/instance', '/api/user/plan']) {
      const answer = await client.get(path);
      expect(answer.status, path).toBe(401);
      expect(await answer.json(), path).toMatchObject({ code: 'second_factor_due' });
    }
    expect((await enter(client, '000000')).status).toBe(401);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('signs in with its code under a new token, once', async () => {
    const client = await pendingSignIn(owner);
    const twin = await pendingSignIn(owner);
    const before = client.cookies.get('token');
    const code = codeOf(app, 1);
    const answers = await Promise.all([enter(client, code), enter(twin, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 401]);
    const winner = answers[0]?.status === 302 ? client : twin;
    expect(await isSignedIn(winner)).toBe(true);
    if (winner === client) expect(client.cookies.get('token')).not.toBe(before);
    // Replays the code in a third browser.
    expect((await enter(await pendingSignIn(owner), code)).status).toBe(401);
  });

  test('is not needed for thirty days in a browser that is remembered', async () => {
    const client = await pendingSignIn(owner);
    expect((await enter(client, app.recoveryCodes[0] ?? '', { remember: 'on' })).status).toBe(302);
    const { rows } = await database.execute({
      sql: 'SELECT remembered_until - last_seen_at AS ms FROM known_devices WHERE user_id = ? AND remembered_until > 0',
      args: [owner.userId],
    });
    expect(rows.map(({ ms }) => ms)).toEqual([30 * DAY_MS]);
    await client.post('/sign-out', {});
    await client.post('/login', { login: owner.fields.email, password: owner.fields.password });
    expect(await isSignedIn(client)).toBe(true);
    // Sensitive actions still require a proof.
    const asked = await client.post('/account', { intent: 'end-other-sessions' });
    expect(asked.headers.get('Location')).toBe('/account/confirm-access?returnPath=%2Faccount');
    // A recovery code works once.
    expect((await enter(await pendingSignIn(owner), app.recoveryCodes[0] ?? '')).status).toBe(401);
    // After thirty days the browser must enter it again.
    await database.execute({
      sql: 'UPDATE known_devices SET remembered_until = ? WHERE user_id = ? AND remembered_until IS NOT NULL',
      args: [Date.now() - 1, owner.userId],
    });
    await client.post('/sign-out', {});
    await client.post('/login', { login: owner.fields.email, password: owner.fields.password });
    expect(await isSignedIn(client)).toBe(false);
  });

  test('is required by every sign-in method', async () => {
    const magic = await askForLink(portal, '/magic-link', owner.fields.email);
    const byLink = new PortalClient(portal);
    await byLink.post(`/magic-link?token=${magic}`, {});
    expect(await isSignedIn(byLink)).toBe(false);
    expect((await byLink.get('/dashboard')).headers.get('Location')).toContain('/login/second-factor');
  });

  test('is set up once, however many tabs finish it', async () => {
    const { client, userId } = await setUpOwner(portal, database);
    const secret = await setupSecret(client);
    expect(await setupSecret(client)).toEqual(secret);
    const fields = { name: 'Phone', code: codeOf({ secret }) };
    const answers = await Promise.all([postApp(client, fields), postApp(client, fields)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const { rows } = await database.execute({
      sql: 'SELECT (SELECT count(*) FROM authenticator_apps WHERE user_id = ?1) AS apps, (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) AS codes',
      args: [userId],
    });
    expect(rows[0]).toMatchObject({ apps: 1, codes: 10 });
  });

  test('accepts a phone whose clock was a minute off at setup', async () => {
    const late = await setUpOwner(portal, database);
    const secret = await setupSecret(late.client);
    expect((await postApp(late.client, { name: 'Slow', code: codeOf({ secret }, -2) })).status).toBe(200);
    const client = await pendingSignIn(late);
    expect((await enter(client, codeOf({ secret }, -1))).status).toBe(302);
  });

  test('refuses every guess after the twentieth, and mails its owner', async () => {
    const guessed = await setUpOwner(portal, database);
    await addApp(guessed.client);
    const thief = await pendingSignIn(guessed);
    const statuses = [];
    for (let guess = 0; guess < 25; guess += 1) {
      statuses.push((await enter(thief, String(100_000 + guess))).status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    await guessed.client.mail(guessed.fields.email, /Wrong codes entered/);
    // The owner's own browser has a separate counter.
    expect(await isSignedIn(guessed.client)).toBe(true);
    await guessed.client.post('/sign-out', {});
    await guessed.client.post('/login', { login: guessed.fields.email, password: guessed.fields.password });
    expect((await enter(guessed.client, '000000')).status).toBe(401);
  });
});

describe('a passkey', () => {
  let owner: Owner;
  const authenticator = createSoftwareAuthenticator();

  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
    expect((await addPasskey(owner.client, authenticator)).status).toBe(200);
  });

  const answerTo = async (
    client: PortalClient,
    path: Parameters<typeof passkeyAsked>[1],
    ceremony = { origin },
  ) => JSON.stringify(authenticator.assertPasskey(await passkeyAsked(client, path), ceremony));

  test('signs in alone, once per challenge', async () => {
    const client = new PortalClient(portal);
    const answer = await answerTo(client, '/login');
    const post = (browser: PortalClient) => browser.post('/login', { intent: 'passkey', answer });
    expect((await post(client)).headers.get('Location')).toBe('/dashboard');
    expect(await isSignedIn(client)).toBe(true);
    expect((await post(new PortalClient(portal))).status).toBe(401);
  });

  test('finishes a sign-in with a password', async () => {
    const client = await pendingSignIn(owner);
    const answer = await answerTo(client, '/login/second-factor');
    const done = await client.post('/login/second-factor', { intent: 'passkey', answer });
    expect(done.headers.get('Location')).toBe('/dashboard');
    expect(await isSignedIn(client)).toBe(true);
  });

  test('is refused from a workspace, which may ask for our name', async () => {
    const client = new PortalClient(portal);
    const workspace = { origin: origin.replace('localhost', `${owner.fields.accountName}.localhost`) };
    const answer = await answerTo(client, '/login', workspace);
    expect((await client.post('/login', { intent: 'passkey', answer })).status).toBe(401);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('completes no sign-in to another account', async () => {
    const other = await setUpOwner(portal, database);
    const theirs = createSoftwareAuthenticator();
    await addPasskey(other.client, theirs);
    const client = await pendingSignIn(owner);
    const asked = await passkeyAsked(client, '/login/second-factor');
    const answer = JSON.stringify(theirs.assertPasskey(asked, { origin }));
    expect((await client.post('/login/second-factor', { intent: 'passkey', answer })).status).toBe(401);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('with a decreased counter is refused, and its owner can see it', async () => {
    const client = new PortalClient(portal);
    const asked = await passkeyAsked(client, '/login');
    const answer = JSON.stringify(authenticator.assertPasskey(asked, { origin, counter: 1 }));
    expect((await client.post('/login', { intent: 'passkey', answer })).status).toBe(401);
    const { rows } = await database.execute({
      sql: "SELECT count(*) AS n FROM audit_events WHERE account_id = ? AND kind = 'passkey_counter_went_back'",
      args: [owner.accountId],
    });
    expect(rows[0]?.n).toBe(1);
  });
});
