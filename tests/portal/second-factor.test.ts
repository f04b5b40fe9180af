import { beforeAll, describe, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { hashToken } from '#app/use-cases/secrets.ts';
import { addTeammate, askForLink, isSignedIn, type Owner, setUpOwner, signIn } from '../support/people.ts';
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

/** Somebody who has been asked for their second factor in a browser that nobody knows. */
async function pendingSignIn({ fields }: Owner): Promise<PortalClient> {
  const { client } = await signIn(portal, fields.email, fields.password);
  const asked = await client.get('/dashboard');
  expect(asked.headers.get('Location')).toBe('/login/second-factor?returnPath=%2Fdashboard');
  return client;
}

const enter = (client: PortalClient, code: string, more: Record<string, string> = {}) =>
  client.post('/login/second-factor?returnPath=%2Fdashboard', { intent: 'code', code, ...more });

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

  test('signs in nobody without its code', async () => {
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
    const code = await codeOf(app, 1);
    const answers = await Promise.all([enter(client, code), enter(twin, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 401]);
    const winner = answers[0]?.status === 302 ? client : twin;
    expect(await isSignedIn(winner)).toBe(true);
    if (winner === client) expect(client.cookies.get('token')).not.toBe(before);
    // Replayed in a third browser.
    expect((await enter(await pendingSignIn(owner), code)).status).toBe(401);
  });

  test('is not needed for thirty days in a browser that is remembered', async () => {
    const client = await pendingSignIn(owner);
    expect((await enter(client, app.recoveryCodes[0] ?? '', { remember: 'on' })).status).toBe(302);
    await client.post('/sign-out', {});
    await client.post('/login', { login: owner.fields.email, password: owner.fields.password });
    expect(await isSignedIn(client)).toBe(true);
    // What hurts asks all the same.
    const asked = await client.post('/account', { intent: 'end-other-sessions' });
    expect(asked.headers.get('Location')).toBe('/account/confirm-access?returnPath=%2Faccount');
    // A recovery code works once.
    expect((await enter(await pendingSignIn(owner), app.recoveryCodes[0] ?? '')).status).toBe(401);
    // After thirty days it is asked again.
    await database.execute({
      sql: 'UPDATE known_devices SET remembered_until = ? WHERE user_id = ? AND remembered_until IS NOT NULL',
      args: [Date.now() - 1, owner.userId],
    });
    await client.post('/sign-out', {});
    await client.post('/login', { login: owner.fields.email, password: owner.fields.password });
    expect(await isSignedIn(client)).toBe(false);
  });

  test('is asked for by every way in', async () => {
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
    const fields = { name: 'Phone', code: await codeOf({ secret }) };
    const answers = await Promise.all([postApp(client, fields), postApp(client, fields)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const { rows } = await database.execute({
      sql: 'SELECT (SELECT count(*) FROM authenticator_apps WHERE user_id = ?1) AS apps, (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) AS codes',
      args: [userId],
    });
    expect(rows[0]).toMatchObject({ apps: 1, codes: 10 });
  });

  test('accepts a phone whose clock was a minute off at set-up', async () => {
    const late = await setUpOwner(portal, database);
    const secret = await setupSecret(late.client);
    expect((await postApp(late.client, { name: 'Slow', code: await codeOf({ secret }, -2) })).status).toBe(
      200,
    );
    const client = await pendingSignIn(late);
    expect((await enter(client, await codeOf({ secret }, -1))).status).toBe(302);
  });

  test('refuses a thousand guesses after the twentieth, and tells its owner', async () => {
    const guessed = await setUpOwner(portal, database);
    await addApp(guessed.client);
    const thief = await pendingSignIn(guessed);
    const statuses = [];
    for (let guess = 0; guess < 25; guess += 1) {
      statuses.push((await enter(thief, String(100_000 + guess))).status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    await guessed.client.mail(guessed.fields.email, /Somebody knows your Weft Cloud password/);
    // The owner's own browser is counted by itself.
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

  test('signs in alone, once for each challenge', async () => {
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

  test('of another account finishes nobody else’s sign-in', async () => {
    const other = await setUpOwner(portal, database);
    const theirs = createSoftwareAuthenticator();
    await addPasskey(other.client, theirs);
    const client = await pendingSignIn(owner);
    const asked = await passkeyAsked(client, '/login/second-factor');
    const answer = JSON.stringify(theirs.assertPasskey(asked, { origin }));
    expect((await client.post('/login/second-factor', { intent: 'passkey', answer })).status).toBe(401);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('whose counter went back is refused, and its owner can see it', async () => {
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

describe('a recent proof', () => {
  test('is asked for in a stolen session, and the factor alone gives it', async () => {
    const owner = await setUpOwner(portal, database);
    const app = await addApp(owner.client);
    const age = () =>
      database.execute({
        sql: 'UPDATE sessions SET proved_at = ? WHERE user_id = ?',
        args: [Date.now() - 16 * MINUTE_MS, owner.userId],
      });
    await age();
    const { client, fields } = owner;
    const password = fields.password;
    const hurts: Array<[path: string, fields: Record<string, string>]> = [
      ['/account', { intent: 'end-other-sessions' }],
      ['/account', { intent: 'end-session', sessionId: 'ses_1' }],
      ['/account?dialog=email', { intent: 'change-email', email: 'new@example.com', password }],
      [
        '/account?dialog=password',
        { intent: 'change-password', presentPassword: password, newPassword: 'staple battery' },
      ],
      ['/account/members', { intent: 'change-role', userId: 'usr_1', role: 'owner' }],
      ['/account/members', { intent: 'remove-member', userId: 'usr_1' }],
      ['/account/members', { intent: 'require-second-factor' }],
      ['/account/tokens', { intent: 'create', name: 'x', lifetime: '30', scopes: 'workspace:view' }],
      ['/account/security', { intent: 'remove-app', factorId: 'fac_1' }],
      ['/account/security', { intent: 'replace-codes' }],
      ['/account/security?add=app', { intent: 'add-app', name: 'x', code: '123456' }],
      ['/invite-teammate', { 'invitations[0].email': 'a@example.com', 'invitations[0].role': 'owner' }],
    ];
    for (const [path, posted] of hurts) {
      const answer = await client.post(path, posted);
      const back = new URLSearchParams({ returnPath: path });
      expect(answer.headers.get('Location'), JSON.stringify(posted)).toBe(`/account/confirm-access?${back}`);
    }
    const confirm = (posted: Record<string, string>) =>
      client.post('/account/confirm-access?returnPath=%2Faccount%2Ftokens', posted);
    // The password alone is not enough for who has a second factor.
    expect((await confirm({ intent: 'password', password })).status).toBe(401);
    expect((await confirm({ intent: 'code', code: '000000' })).status).toBe(401);
    const done = await confirm({ intent: 'code', code: await codeOf(app, 1) });
    expect(done.headers.get('Location')).toBe('/account/tokens');
    expect((await client.post('/account', { intent: 'end-other-sessions' })).headers.get('Location')).toBe(
      '/account',
    );
  });

  test('is the password for who has no second factor', async () => {
    const { client, userId, fields } = await setUpOwner(portal, database);
    await database.execute({ sql: 'UPDATE sessions SET proved_at = 0 WHERE user_id = ?', args: [userId] });
    const path = '/account/confirm-access?returnPath=%2Faccount';
    expect((await client.post(path, { intent: 'password', password: 'wrong horse' })).status).toBe(422);
    expect((await client.post(path, { intent: 'password', password: fields.password })).status).toBe(302);
    expect((await client.post('/account', { intent: 'end-other-sessions' })).headers.get('Location')).toBe(
      '/account',
    );
  });
});

describe('an account that requires a second factor', () => {
  test('leads its members to set one up, and lets no call of theirs through', async () => {
    const owner = await setUpOwner(portal, database);
    const refused = await owner.client.post('/account/members', { intent: 'require-second-factor' });
    expect(refused.status).toBe(409);
    const app = await addApp(owner.client);
    await owner.client.post('/account/members', { intent: 'require-second-factor' });
    const teammate = await addTeammate(owner, database);
    expect((await teammate.client.get('/dashboard')).headers.get('Location')).toBe('/account/security');
    expect((await teammate.client.get('/account/security')).status).toBe(200);
    expect(await (await teammate.client.get('/api/instance/url')).json()).toMatchObject({
      code: 'second_factor_needed',
    });
    await addApp(teammate.client);
    expect((await teammate.client.get('/dashboard')).status).toBe(200);
    // The last factor stays.
    const { rows } = await database.execute({
      sql: 'SELECT id FROM authenticator_apps WHERE user_id = ?',
      args: [owner.userId],
    });
    const removed = await owner.client.post('/account/security', {
      intent: 'remove-app',
      factorId: String(rows[0]?.id),
    });
    expect(removed.status).toBe(409);
    expect(app.recoveryCodes).toHaveLength(10);
  });
});

describe('a lost second factor', () => {
  async function askForRemoval() {
    const owner = await setUpOwner(portal, database);
    const app = await addApp(owner.client);
    const client = await pendingSignIn(owner);
    await client.post('/login/second-factor', { intent: 'lost' });
    const mail = await client.mail(owner.fields.email, /Request to remove/);
    const linkIn = (path: string) => mail.text.match(new RegExp(`${path}\\?token=([\\w-]+)`))?.[1] ?? '';
    const remove = `/second-factor/remove?token=${linkIn('/second-factor/remove')}`;
    const keep = `/second-factor/keep?token=${linkIn('/second-factor/keep')}`;
    const wait = async () =>
      database.execute({
        sql: "UPDATE link_tokens SET valid_from = ? WHERE user_id = ? AND purpose = 'remove_second_factor'",
        args: [Date.now() - 1, owner.userId],
      });
    return { owner, app, client, remove, keep, wait };
  }

  test('is removed by the mailed link, once a day has passed', async () => {
    const { owner, client, remove, wait } = await askForRemoval();
    expect((await client.get(remove)).status).toBe(200);
    expect((await client.post(remove, {})).status).toBe(400);
    await wait();
    expect((await client.post(remove, {})).headers.get('Location')).toBe('/login');
    expect(await isSignedIn(owner.client)).toBe(false);
    const { client: back } = await signIn(portal, owner.fields.email, owner.fields.password);
    expect(await isSignedIn(back)).toBe(true);
    expect((await client.post(remove, {})).status).toBe(400);
  });

  test('stays when the mail’s other link refuses', async () => {
    const { client, remove, keep, wait } = await askForRemoval();
    await client.post(keep, {});
    await wait();
    expect((await client.post(remove, {})).status).toBe(400);
  });

  test('stays when it was found again', async () => {
    const { owner, app, client, remove, wait } = await askForRemoval();
    expect((await enter(client, await codeOf(app, 1))).status).toBe(302);
    await wait();
    expect((await client.post(remove, {})).status).toBe(400);
    expect(owner.userId).toBeTruthy();
  });
});

describe('the API', () => {
  test('says with a stable code that a second factor is due, and takes it along', async () => {
    const owner = await setUpOwner(portal, database);
    const app = await addApp(owner.client);
    const { email: login, password } = owner.fields;
    const post = (path: string, body: object, token?: string) =>
      new PortalClient(portal).request(`/api${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify(body),
      });
    const due = await post('/auth/login', { login, password });
    expect(due.status).toBe(401);
    expect(await due.json()).toMatchObject({ code: 'second_factor_due' });
    const wrong = await post('/auth/login', { login, password, secondFactor: '000000' });
    expect(await wrong.json()).toMatchObject({ code: 'second_factor_wrong' });
    const { rows } = await database.execute({
      sql: 'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND is_factor_due',
      args: [owner.userId],
    });
    expect(rows[0]?.n).toBe(0);
    const right = await post('/auth/login', { login, password, secondFactor: await codeOf(app, 1) });
    expect(right.status).toBe(200);
    const { token } = (await right.json()) as { token: string };
    await database.execute({
      sql: 'UPDATE sessions SET proved_at = 0 WHERE token_hash = ?',
      args: [await hashToken(token)],
    });
    const invitation = { invitations: [{ email: 'x@example.com', role: 'owner' }] };
    const hurts = await post('/account/invite-members', invitation, token);
    expect(hurts.status).toBe(403);
    expect(await hurts.json()).toMatchObject({ code: 'access_unconfirmed' });
    expect((await post('/auth/confirm-access', { password }, token)).status).toBe(401);
    const code = app.recoveryCodes[0];
    expect((await post('/auth/confirm-access', { code }, token)).status).toBe(204);
    expect((await post('/account/invite-members', invitation, token)).status).toBe(204);
  });
});
