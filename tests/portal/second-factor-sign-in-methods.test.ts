import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { post } from '../support/api-calls.ts';
import { operationOf } from '../support/declared-calls.ts';
import { faultOf } from '../support/described.ts';
import { isSignedIn, type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { addApp, addPasskey, codeOf, enterCode, pendingSignIn } from '../support/second-factor.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

/** Writes a link as a mail or a workspace would send it. @returns its token. */
async function link(owner: Owner, purpose: 'magic_link' | 'login_code' | 'reset_password'): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await database.execute({
    sql: `INSERT INTO link_tokens (token_hash, purpose, user_id, account_id, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    args: [await hashToken(token), purpose, owner.userId, owner.accountId, now, now + MINUTE_MS],
  });
  return token;
}

const byApi = (browser: PortalClient, owner: Owner, secondFactor?: string) =>
  browser.request('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: portal.portalUrl },
    body: JSON.stringify({
      login: owner.fields.email,
      password: owner.fields.password,
      ...(secondFactor !== undefined && { secondFactor }),
    }),
  });

/** Every way to sign in without a passkey; the other ways need a session or create a person. */
const ways: Record<string, (browser: PortalClient, owner: Owner) => Promise<unknown>> = {
  password: (browser, { fields }) =>
    browser.post('/login', { login: fields.email, password: fields.password }),
  'user name': (browser, { fields }) =>
    browser.post('/login', { login: fields.accountName, password: fields.password }),
  'the API': async (browser, owner) => {
    const { token } = (await (await byApi(browser, owner)).json()) as { token?: string };
    if (token !== undefined) browser.cookies.set('token', token);
  },
  'a magic link': async (browser, owner) =>
    browser.post(`/magic-link?token=${await link(owner, 'magic_link')}`, {}),
  'a workspace’s code': async (browser, owner) =>
    browser.post(`/login?code=${await link(owner, 'login_code')}`, {}),
};

interface Kind {
  secure: (owner: Owner) => Promise<unknown>;
  isLetIn: boolean;
  /** Whether signing in this way counts as a recent proof of identity. */
  proves: (way: string) => boolean;
}

const kinds: Record<string, Kind> = {
  'no second factor': {
    secure: async () => undefined,
    isLetIn: true,
    proves: (way) => way !== 'a workspace’s code',
  },
  'an app': { secure: ({ client }) => addApp(client), isLetIn: false, proves: () => false },
  'a passkey': {
    secure: ({ client }) => addPasskey(client, createSoftwareAuthenticator()),
    isLetIn: false,
    proves: () => false,
  },
  'an app, in a remembered browser': {
    async secure(owner) {
      const { recoveryCodes } = await addApp(owner.client);
      await owner.client.post('/sign-out', {});
      const { fields } = owner;
      await owner.client.post('/login', { login: fields.email, password: fields.password });
      const done = await enterCode(owner.client, recoveryCodes[0] ?? '', { remember: 'on' });
      expect(done.status).toBe(302);
    },
    isLetIn: true,
    proves: () => false,
  },
};

describe.for(Object.entries(kinds))('with %s', ([, { secure, isLetIn, proves }]) => {
  let owner: Owner;

  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
    await secure(owner);
  });

  // In a browser that they used before: a workspace's code works only there, and no browser is more trusted.
  test.for(Object.entries(ways))('%s signs in the right person', async ([way, enter]) => {
    const { client } = owner;
    await client.post('/sign-out', {});
    await enter(client, owner);
    expect(await isSignedIn(client)).toBe(isLetIn);
    if (!isLetIn) {
      for (const path of ['/api/auth/me', '/api/instance/url', '/api/export/workflows']) {
        expect((await client.get(path)).status, path).not.toBe(200);
      }
      return;
    }
    const hurts = await client.post('/account', { intent: 'end-other-sessions' });
    const isAsked = hurts.headers.get('Location')?.startsWith('/account/confirm-access') ?? false;
    expect(isAsked).toBe(!proves(way));
  });
});

test('a new password makes every browser unknown, and signs no one in', async () => {
  const owner = await setUpOwner(portal, database);
  const { recoveryCodes } = await addApp(owner.client);
  const browser = await pendingSignIn(owner);
  await enterCode(browser, recoveryCodes[0] ?? '', { remember: 'on' });
  const stranger = new PortalClient(portal);
  await stranger.post(`/reset-password?token=${await link(owner, 'reset_password')}`, {
    newPassword: 'staple battery',
  });
  expect(await isSignedIn(stranger)).toBe(false);
  await browser.post('/login', { login: owner.fields.email, password: 'staple battery' });
  expect((await browser.get('/dashboard')).headers.get('Location')).toContain('/login/second-factor');
});

test('the first factor is required of other open sessions, and ends none', async () => {
  const owner = await setUpOwner(portal, database);
  const other = new PortalClient(portal);
  await other.post('/login', { login: owner.fields.email, password: owner.fields.password });
  const create = (client: PortalClient, name: string) =>
    client.post('/account/tokens', { intent: 'create', name, lifetime: '30', scopes: 'workspace:view' });
  expect((await create(other, 'First')).status).toBe(200);
  await addApp(owner.client);
  expect(await isSignedIn(other)).toBe(true);
  expect((await create(other, 'Second')).headers.get('Location')).toMatch(/^\/account\/confirm-access\?/);
  expect((await create(owner.client, 'Third')).status).toBe(200);
});

test('a workspace’s code that lacks the second factor is refused as described, and ends no session', async () => {
  const owner = await setUpOwner(portal, database);
  await addApp(owner.client);
  const answer = await post(owner.client, '/auth/login/code', { code: await link(owner, 'login_code') });
  expect(await faultOf(operationOf('loginWithCode'), answer.clone())).toBeNull();
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'second_factor_due' }]);
  expect(await isSignedIn(owner.client)).toBe(true);
});

test('a known browser gets its new device token with each refusal of its second factor', async () => {
  const owner = await setUpOwner(portal, database);
  await addApp(owner.client);
  await owner.client.post('/sign-out', {});
  const byCode = async (client: PortalClient) =>
    client.request('/api/auth/login/code', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: portal.portalUrl },
      body: JSON.stringify({ code: await link(owner, 'login_code') }),
    });
  const attempts = [
    () => byApi(owner.client, owner),
    () => byApi(owner.client, owner, '000000'),
    () => byCode(owner.client),
  ];
  for (const attempt of attempts) {
    const before = owner.client.cookies.get('device');
    expect((await attempt()).status).toBe(401);
    const device = owner.client.cookies.get('device') ?? '';
    expect(device).not.toBe(before);
    const sql = 'SELECT user_id FROM known_devices WHERE token_hash = ?';
    expect((await one(database, sql, await hashToken(device))).user_id).toBe(owner.userId);
  }
});

test('removing the factor does not complete a pending sign-in', async () => {
  const owner = await setUpOwner(portal, database);
  const app = await addApp(owner.client);
  const pending = await pendingSignIn(owner);
  const { id } = await one(database, 'SELECT id FROM authenticator_apps WHERE user_id = ?', owner.userId);
  await owner.client.post('/account/security', { intent: 'remove-app', factorId: String(id) });
  expect(await isSignedIn(pending)).toBe(false);
  expect((await enterCode(pending, codeOf(app, 1))).status).toBe(401);
  await pending.post('/login', { login: owner.fields.email, password: owner.fields.password });
  expect(await isSignedIn(pending)).toBe(true);
});

test('signing out ends a pending sign-in', async () => {
  const owner = await setUpOwner(portal, database);
  await addApp(owner.client);
  for (const leave of [
    (client: PortalClient) => client.post('/sign-out', {}),
    (client: PortalClient) => client.get('/api/auth/logout'),
  ]) {
    await leave(await pendingSignIn(owner));
    const { n } = await one(
      database,
      'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND is_factor_due',
      owner.userId,
    );
    expect(n).toBe(0);
  }
});

test('a sign-in that waits is over after fifteen minutes', async () => {
  const owner = await setUpOwner(portal, database);
  const app = await addApp(owner.client);
  const pending = await pendingSignIn(owner);
  await database.execute({
    sql: 'UPDATE sessions SET created_at = ? WHERE user_id = ? AND is_factor_due',
    args: [Date.now() - 15 * MINUTE_MS, owner.userId],
  });
  expect((await enterCode(pending, codeOf(app, 1))).headers.get('Location')).toBe('/login');
  expect(await isSignedIn(pending)).toBe(false);
});

test('the API never signs in partially, whatever is sent as the factor', async () => {
  const owner = await setUpOwner(portal, database);
  await addApp(owner.client);
  for (const factor of ['', '000000', 'x'.repeat(64), '４２４２４２']) {
    const client = new PortalClient(portal);
    const answer = await byApi(client, owner, factor);
    expect([401, 422], factor).toContain(answer.status);
    expect(await isSignedIn(client)).toBe(false);
  }
});
