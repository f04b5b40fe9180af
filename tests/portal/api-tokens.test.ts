import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { type ApiScope, apiScopes, isApiToken, writeApiToken } from '#app/domain/access/api-token.ts';
import { byToken, call } from '../support/api-calls.ts';
import { askUntil } from '../support/ask-until.ts';
import {
  addTeammate,
  askForEmail,
  changePassword,
  newEmailToken,
  type Owner,
  setUpOwner,
  type Teammate,
} from '../support/people.ts';
import { eventually, newAddress, PortalClient, uniqueName } from '../support/portal-client.ts';
import { eventCount, one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const create = (client: PortalClient, scopes: readonly string[], lifetime = '90', name = uniqueName()) =>
  client.post(
    '/account/tokens',
    new URLSearchParams([
      ['intent', 'create'],
      ['name', name],
      ['lifetime', lifetime],
      ...scopes.map((scope) => ['scopes', scope] as [string, string]),
    ]),
  );

/** Creates a token with the form. @returns the token as the page shows it. */
async function tokenOf(client: PortalClient, scopes: readonly ApiScope[] = apiScopes): Promise<string> {
  const answer = await create(client, scopes);
  const token = (await answer.text()).match(/>(weft_pat_[\w-]+)</)?.[1];
  if (!token) throw new Error(`No token was shown; ${answer.status}`);
  return token;
}

const statusOf = async (token: string, path = '/auth/me') => {
  const answer = await byToken(portal, token, path);
  const { code } = answer.status < 400 ? { code: null } : ((await answer.json()) as { code: string });
  return code === null ? answer.status : `${answer.status} ${code}`;
};

const rowOf = async (token: string) =>
  one(database, 'SELECT * FROM api_tokens WHERE token_hash = ?', await hashToken(token));

describe('a token', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
  });

  test('is shown once, on a page that is not cached, and stored only as a hash', async () => {
    const answer = await create(owner.client, ['workspace:view', 'profile:manage'], '30', 'My <script>');
    expect([answer.status, answer.headers.get('Cache-Control')]).toMatchObject([
      200,
      expect.stringContaining('no-store'),
    ]);
    const page = await answer.text();
    const token = page.match(/>(weft_pat_[\w-]*)</)?.[1] ?? '';
    expect(token).toMatch(/^weft_pat_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/);
    expect(page).toContain('My &lt;script&gt;');
    const row = await rowOf(token);
    expect(JSON.stringify(row)).not.toContain(token.slice(9, 40));
    expect(JSON.parse(String(row.scopes))).toEqual(['workspace:view', 'profile:manage']);
    expect(Number(row.expires_at) - Number(row.created_at)).toBe(30 * 24 * 60 * 60 * 1000);
    const list = await (await owner.client.get('/account/tokens')).text();
    expect(list).toContain('My &lt;script&gt;');
    expect(list).not.toContain(token);
    expect(await eventCount(database, owner.accountId, 'token_created')).toBe(1);
    expect(await (await owner.client.get('/account/activity')).text()).toContain('created the API token');
  });

  test('calls the API in one round trip, as its person, and opens no page', async () => {
    const token = await tokenOf(owner.client);
    const me = await byToken(portal, token, '/auth/me');
    expect([me.status, await me.json()]).toMatchObject([200, { user: { id: owner.userId, role: 'owner' } }]);
    // Only the first use is recorded, after its answer.
    await eventually(async () => (await rowOf(token)).last_used_at !== null);
    const again = await byToken(portal, token, '/auth/me');
    expect(again.headers.get('Server-Timing')).toContain('db;desc="1"');
    expect(await statusOf(token.replace(/^weft/, 'WEFT'))).toBe('401 session_expired');
    const script = new PortalClient(portal);
    // The router accepts each of these spellings, so the token is valid on it.
    for (const path of ['/API/auth/me', '/%61pi/Auth/me/']) {
      const own = await script.request(path, { headers: { Authorization: `Bearer ${token}` } });
      expect([path, own.status]).toEqual([path, 200]);
    }
    for (const path of ['/dashboard', '/account', '/account/tokens', '/manage?_data=routes/manage']) {
      const page = await script.request(path, { headers: { Authorization: `Bearer ${token}` } });
      expect([path, page.status === 200]).toEqual([path, false]);
      expect(await page.text()).not.toContain(owner.fields.email);
    }
    script.cookies.set('token', token);
    expect((await script.get('/account')).status).toBe(302);
    expect((await call(script, 'GET', '/auth/me')).status).toBe(401);
  });

  test('allows what both its scopes and its role allow', async () => {
    const token = await tokenOf(owner.client, ['workspace:view']);
    expect(await statusOf(token, '/user/plan')).not.toBe('403 api_token_scope_missing');
    for (const path of ['/auth/me', '/account/payments', '/instance/url', '/instance/n8n-versions']) {
      expect([path, await statusOf(token, path)]).toEqual([path, '403 api_token_scope_missing']);
    }
    const teammate = await addTeammate(owner, database, 'billing');
    const theirs = await tokenOf(teammate.client, ['billing:manage', 'workspace:view']);
    expect(await statusOf(theirs, '/account/payments')).toBe(200);
    await database.execute({
      sql: `UPDATE memberships SET role = 'member' WHERE user_id = ?`,
      args: [teammate.userId],
    });
    expect(await statusOf(theirs, '/account/payments')).toBe('403 forbidden');
    expect(await statusOf(theirs, '/account/billing/active')).toBe('404 no_subscription');
  });

  test('is not given more than its person’s role has', async () => {
    const teammate = await addTeammate(owner, database, 'member');
    const page = await (await teammate.client.get('/account/tokens')).text();
    expect(page).toContain('value="workspace:view"');
    expect(page).not.toContain('value="billing:manage"');
    expect((await create(teammate.client, ['workspace:view', 'billing:manage'])).status).toBe(403);
    for (const scope of ['member:manage', 'activity:view', 'everything', '']) {
      expect([scope, (await create(owner.client, [scope])).status]).toEqual([scope, 422]);
    }
    expect((await create(owner.client, [])).status).toBe(422);
    expect((await create(owner.client, ['workspace:view'], '31')).status).toBe(422);
    expect((await create(owner.client, ['workspace:view'], '30', ' ')).status).toBe(422);
    expect((await create(owner.client, ['workspace:view'], '30', 'x'.repeat(61))).status).toBe(422);
    const { n } = await one(
      database,
      'SELECT count(*) AS n FROM api_tokens WHERE user_id = ?',
      teammate.userId,
    );
    expect(n).toBe(0);
  });

  test('has a name of its own, so that a form that is posted twice creates one', async () => {
    const [person, other] = [await setUpOwner(portal, database), await setUpOwner(portal, database)];
    const send = (client: PortalClient) => create(client, ['workspace:view'], '30', 'Nightly export');
    const answers = await Promise.all([send(person.client), send(person.client)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(await refused?.text()).toContain('You already have a token with this name.');
    expect((await send(other.client)).status).toBe(200);
  });

  test('lists the workspaces of its person, when it may see them, and no others', async () => {
    const { accountName } = owner.fields;
    // Writes the status that the workspace's object would report.
    await database.execute({ sql: 'UPDATE workspaces SET status = 1 WHERE name = ?', args: [accountName] });
    const path = `/workspace/${accountName}`;
    const listed = async (scopes: ApiScope[]) =>
      ((await (await byToken(portal, await tokenOf(owner.client, scopes), path)).json()) as unknown[]).length;
    expect(await listed(['workspace:view'])).toBe(1);
    expect(await listed(['profile:manage'])).toBe(0);
  });

  test('neither signs out nor signs in', async () => {
    const token = await tokenOf(owner.client);
    expect(await statusOf(token, '/auth/logout')).toBe('403 session_needed');
    expect(await statusOf(token)).toBe(200);
    const { n } = await one(database, 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', owner.userId);
    expect(n).toBe(1);
  });

  test('is refused in any address, however it is written', async () => {
    const token = await tokenOf(owner.client);
    const encoded = token.replace('weft_pat_', '%77eft%5Fpat_');
    const paths = [
      ...['token', 'access_token', 'anything'].map((name) => `/api/auth/me?${name}=${token}`),
      `/api/auth/me?token=${encoded}`,
      `/dashboard?token=${token}`,
      `/api/workspace/${token}`,
    ];
    for (const path of paths) {
      const answer = await new PortalClient(portal).request(path);
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        400,
        { code: 'api_token_in_address' },
      ]);
    }
  });

  test('shows when it was last used, to the hour', async () => {
    const token = await tokenOf(owner.client);
    expect((await rowOf(token)).last_used_at).toBeNull();
    await byToken(portal, token, '/auth/me');
    const usedAt = await eventually(async () => (await rowOf(token)).last_used_at as number | null);
    expect(Date.now() - usedAt).toBeLessThan(60_000);
    const setUsed = async (at: number) =>
      database.execute({
        sql: 'UPDATE api_tokens SET last_used_at = ? WHERE token_hash = ?',
        args: [at, await hashToken(token)],
      });
    const recently = Date.now() - 59 * 60_000;
    await setUsed(recently);
    await byToken(portal, token, '/auth/me');
    await byToken(portal, token, '/auth/me');
    expect((await rowOf(token)).last_used_at).toBe(recently);
    await setUsed(Date.now() - 61 * 60_000);
    await byToken(portal, token, '/auth/me');
    await eventually(async () => Number((await rowOf(token)).last_used_at) > recently);
  });

  test('is refused if unknown, and its sender is eventually throttled', async () => {
    const client = new PortalClient(portal);
    const ask = async (token: string) => {
      const answer = await call(client, 'GET', '/auth/me', undefined, { Authorization: `Bearer ${token}` });
      return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
    };
    const unknown = writeApiToken(newToken());
    expect(isApiToken(unknown)).toBe(true);
    expect(await ask(unknown)).toBe('401 api_token_invalid');
    for (const wrong of ['weft_pat_', `${unknown}0`, unknown.slice(0, -1), `weft_pat_${newToken()}000000`]) {
      expect(await ask(wrong)).toBe('401 api_token_invalid');
    }
    const refusal = '429 too_many_attempts';
    expect(await askUntil(refusal, () => ask(`${unknown}0`))).toContain(refusal);
    // A valid token is not counted.
    const own = await call(client, 'GET', '/auth/me', undefined, {
      Authorization: `Bearer ${await tokenOf(owner.client)}`,
    });
    expect(own.status).toBe(200);
  });
});

describe('a token ends', () => {
  let owner: Owner;
  let teammate: Teammate;
  let token: string;
  const makeBoth = async () => {
    owner = await setUpOwner(portal, database);
    teammate = await addTeammate(owner, database, 'operator');
    token = await tokenOf(teammate.client, ['profile:manage', 'workspace:view']);
    expect(await statusOf(token)).toBe(200);
  };

  test('ends when its person revokes it, and no one else can', async () => {
    await makeBoth();
    const { id } = await rowOf(token);
    const revoke = (client: PortalClient) =>
      client.post('/account/tokens', { intent: 'revoke', tokenId: String(id) });
    expect((await revoke(owner.client)).status).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect((await revoke(teammate.client)).headers.get('Location')).toBe('/account/tokens');
    expect(await statusOf(token)).toBe('401 api_token_invalid');
    expect(await (await teammate.client.get('/account/tokens')).text()).toContain('Token revoked.');
    expect((await revoke(teammate.client)).status).toBe(404);
    expect(await eventCount(database, owner.accountId, 'token_revoked')).toBe(1);
  });

  test('on its day, and is listed as expired', async () => {
    await makeBoth();
    await database.execute({
      sql: 'UPDATE api_tokens SET expires_at = ? WHERE token_hash = ?',
      args: [Date.now() - 1, await hashToken(token)],
    });
    expect(await statusOf(token)).toBe('401 api_token_invalid');
    expect(await (await teammate.client.get('/account/tokens')).text()).toContain('>Expired<');
  });

  test('ends with the membership, and stays ended after a new one', async () => {
    await makeBoth();
    await owner.client.post('/account/members', { intent: 'remove-member', userId: teammate.userId });
    expect(await statusOf(token)).toBe('401 api_token_invalid');
    await expect(rowOf(token)).rejects.toThrow('No row');
  });

  test('with the password, and with the email', async () => {
    await makeBoth();
    const changed = await changePassword(teammate.client, teammate.password, 'compile me twice');
    expect(changed.status).toBe(302);
    expect(await statusOf(token)).toBe('401 api_token_invalid');
    const again = await tokenOf(teammate.client, ['profile:manage']);
    const email = newAddress('hopper');
    await askForEmail(teammate.client, email, 'compile me twice');
    const link = await newEmailToken(teammate.client, email);
    expect(await statusOf(again)).toBe(200);
    await teammate.client.post(`/change-email?token=${link}`, {});
    expect(await statusOf(again)).toBe('401 api_token_invalid');
  });

  test('ends with its person; twenty at most, however many are requested concurrently', async () => {
    await makeBoth();
    const asked = await Promise.all(
      Array.from({ length: 25 }, () => create(teammate.client, ['workspace:view'])),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), ...Array(6).fill(409)]);
    expect(await asked.find(({ status }) => status === 409)?.text()).toContain('You already have 20 tokens');
  });
});
