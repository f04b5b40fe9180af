import { describe, expect, inject, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { addTeammate, invite, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { addApp, codeOf } from '../support/second-factor.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

describe('a recent proof', () => {
  test('is required in a stolen session, and only the factor gives it', async () => {
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
        { intent: 'change-password', currentPassword: password, newPassword: 'staple battery' },
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
    // With a second factor the password alone is not enough.
    expect((await confirm({ intent: 'password', password })).status).toBe(401);
    expect((await confirm({ intent: 'code', code: '000000' })).status).toBe(401);
    const done = await confirm({ intent: 'code', code: codeOf(app, 1) });
    expect(done.headers.get('Location')).toBe('/account/tokens');
    expect((await client.post('/account', { intent: 'end-other-sessions' })).headers.get('Location')).toBe(
      '/account',
    );
  });

  test('is the password for a person without a second factor', async () => {
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

describe('a form without script', () => {
  /** Posts a form with an old proof, confirms, and loads the page again. */
  async function interrupt(path: string, posted: Record<string, string>) {
    const { client, userId, fields } = await setUpOwner(portal, database);
    await database.execute({ sql: 'UPDATE sessions SET proved_at = 0 WHERE user_id = ?', args: [userId] });
    const asked = await client.post(path, posted);
    const confirm = asked.headers.get('Location') ?? '';
    expect(confirm).toMatch(/^\/account\/confirm-access/);
    await client.get(confirm);
    const done = await client.post(confirm, { intent: 'password', password: fields.password });
    expect(done.headers.get('Location')).toBe(path);
    return { client, page: await (await client.get(path)).text() };
  }

  test('keeps its input for the page after the proof, and for that page alone', async () => {
    const path = '/account/tokens';
    const posted = { intent: 'create', name: 'Weekly <report>', lifetime: '30', scopes: 'workspace:view' };
    const { client, page } = await interrupt(path, posted);
    expect(page).toContain('value="Weekly &lt;report&gt;"');
    expect(page).toMatch(/<input[^>]*(checked=""[^>]*value="30"|value="30"[^>]*checked="")/);
    expect(await (await client.get(path)).text()).not.toContain('Weekly');
  });

  test('keeps the rows of a list', async () => {
    const { page } = await interrupt('/invite-teammate', {
      'invitations[0].email': 'grace@example.com',
      'invitations[0].role': 'owner',
    });
    expect(page).toContain('value="grace@example.com"');
  });

  test.for([
    ['the page', (client: PortalClient) => client.post('/sign-out', {})],
    ['the API', (client: PortalClient) => client.get('/api/auth/logout')],
  ] as const)(
    'leaves nothing in the browser of a person who signs out by %s instead',
    async ([, signOut]) => {
      const { client, userId } = await setUpOwner(portal, database);
      await database.execute({ sql: 'UPDATE sessions SET proved_at = 0 WHERE user_id = ?', args: [userId] });
      const posted = { intent: 'create', name: 'Weekly report', lifetime: '30', scopes: 'workspace:view' };
      await client.post('/account/tokens', posted);
      expect([...client.cookies.keys()]).toContain('kept-form');
      await signOut(client);
      expect([...client.cookies.keys()]).not.toContain('kept-form');
    },
  );
});

describe('an account that requires a second factor', () => {
  test('redirects its members to set one up, and refuses their calls', async () => {
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
    // Their other account is as open as before.
    const guest = await setUpOwner(portal, database);
    await guest.client.post(`/invitation?token=${await invite(owner, guest.fields.email)}`, {});
    expect((await guest.client.get('/dashboard')).headers.get('Location')).toBe('/account/security');
    await guest.client.post('/account', { intent: 'switch-account', accountId: guest.accountId });
    expect((await guest.client.get('/dashboard')).status).toBe(200);
    await addApp(teammate.client);
    expect((await teammate.client.get('/dashboard')).status).toBe(200);
    // The last factor cannot be removed.
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

describe('the API', () => {
  test('returns a stable code while a second factor is due, and accepts it', async () => {
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
    const right = await post('/auth/login', { login, password, secondFactor: codeOf(app, 1) });
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
