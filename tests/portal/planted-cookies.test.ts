import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { portalCookies } from '#app/http/cookies.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { rawRequest } from '../support/raw-request.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
const { port, host } = new URL(portal.portalUrl);

let attacker: Owner;
let victim: Owner;
beforeAll(async () => {
  attacker = await setUpOwner(portal, database);
  victim = await setUpOwner(portal, database);
});

const get = (path: string, cookie: string, ...headers: string[]) =>
  rawRequest(port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Cookie: ${cookie}`, ...headers]);
const deviceCount = async (device: string, userId: string) => {
  const { rows } = await database.execute({
    sql: 'SELECT 1 FROM known_devices WHERE token_hash = ? AND user_id = ?',
    args: [await hashToken(device), userId],
  });
  return rows.length;
};
/** Names of cookies that a workspace's page can set for the parent domain. */
const lookAlikes = ['\u2000', '\u00A0', '\uFEFF', '\u3000'].flatMap((space) => [
  (name: string) => space + name,
  (name: string) => name + space,
]);

describe.each(lookAlikes)('a look-alike of a cookie (%#)', (alike) => {
  test('signs no one in, alone or before the real one', async () => {
    const planted = `${alike('token')}=${attacker.client.cookies.get('token')}`;
    expect((await get('/api/auth/me', planted)).status).toBe(401);
    const both = await get('/api/auth/me', `${planted}; token=${victim.client.cookies.get('token')}`);
    expect(both.status).toBe(200);
    expect(JSON.parse(both.body)).toMatchObject({ user: { id: victim.userId } });
  });

  test('does not make a browser known', async () => {
    const device = newToken();
    const body = new URLSearchParams({ login: victim.fields.email, password: 'correct horse' }).toString();
    const answer = await rawRequest(
      port,
      [
        'POST /login HTTP/1.1',
        `Host: ${host}`,
        `Origin: ${portal.portalUrl}`,
        `Cookie: ${alike('device')}=${device}`,
        `CF-Connecting-IP: ${new PortalClient(portal).address}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(answer.status).toBe(302);
    expect(answer.headers.get('set-cookie')?.join()).not.toContain(device);
    expect(await deviceCount(device, victim.userId)).toBe(0);
  });

  test('picks no payment address', async () => {
    const token = `token=${victim.client.cookies.get('token')}`;
    const planted = `${alike('checkout')}=subscribe.txn_1.https%3A%2F%2Fevil.example`;
    const page = await get('/account/checkout?transaction=txn_1', `${token}; ${planted}`);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('evil.example');
  });
});

describe('a cookie under the very name', () => {
  test('an unknown device’s cookie does not become known by a sign-in', async () => {
    const client = new PortalClient(portal);
    const chosen = newToken();
    client.cookies.set('device', chosen);
    await client.post('/login', { login: victim.fields.email, password: 'correct horse' });
    const given = client.cookies.get('device') ?? '';
    expect(given).not.toBe(chosen);
    expect(await deviceCount(chosen, victim.userId)).toBe(0);
    expect(await deviceCount(given, victim.userId)).toBe(1);
  });

  test('the attacker’s own device cookie does not make a browser of their victim known', async () => {
    const client = new PortalClient(portal);
    const theirs = attacker.client.cookies.get('device') ?? '';
    client.cookies.set('device', theirs);
    await client.post('/login', { login: victim.fields.email, password: 'correct horse' });
    expect(await deviceCount(theirs, victim.userId)).toBe(0);
    expect(await deviceCount(client.cookies.get('device') ?? '', victim.userId)).toBe(1);
  });

  test('stays known to both people who share its browser', async () => {
    const shared = new PortalClient(portal);
    const [one, other] = [await setUpOwner(portal, database), await setUpOwner(portal, database)];
    await shared.post('/login', { login: one.fields.email, password: 'correct horse' });
    await shared.post('/sign-out', {});
    await shared.post('/login', { login: other.fields.email, password: 'correct horse' });
    const device = shared.cookies.get('device') ?? '';
    expect([await deviceCount(device, one.userId), await deviceCount(device, other.userId)]).toEqual([1, 1]);
  });

  test('survives a change of the password', async () => {
    const person = await setUpOwner(portal, database);
    const answer = await person.client.post('/account?dialog=password', {
      intent: 'change-password',
      currentPassword: 'correct horse',
      newPassword: 'staple battery 9',
    });
    expect(answer.headers.get('Location')).toBe('/account');
    expect(await deviceCount(person.client.cookies.get('device') ?? '', person.userId)).toBe(1);
  });

  test.for([
    'subscribe.txn_1.https%3A%2F%2Fevil.example',
    `${'A'.repeat(43)}.subscribe.txn_1.https%3A%2F%2Fevil.example`,
  ])('picks no payment address for a checkout that the portal did not sign: %s', async (value) => {
    const page = await get(
      '/account/checkout?transaction=txn_1',
      `token=${victim.client.cookies.get('token')}; checkout=${value}`,
    );
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('evil.example');
  });
});

describe.each(portalCookies.map((cookie) => cookie.nameOn(false)))('the cookie %s given twice', (name) => {
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Origin: ${portal.portalUrl}`];

  test.for<[string, string[]]>([
    ['/login', ['Accept: text/html']],
    ['/account/members', ['Accept: text/html']],
    ['/api/auth/me', []],
    ['/api/cloud/limits', []],
    ['/api/cloud/plan', []],
    ['/api/instance/live', upgrade],
    ['/robots.txt', []],
  ])('is refused at %s, and removed', async ([path, headers]) => {
    const answer = await get(path, `mine=1; ${name}=a; ${name}=b`, ...headers);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(
      path === '/api/auth/me' ? 'duplicate_cookie' : 'Your browser sent a cookie twice',
    );
    expect(answer.headers.get('cache-control')).toEqual(['no-store']);
    const removed = answer.headers.get('set-cookie') ?? [];
    for (const at of ['/', path]) {
      expect(
        removed.some((value) => value.startsWith(`${name}=; Path=${at}; Max-Age=0;`)),
        at,
      ).toBe(true);
    }
  });
});
