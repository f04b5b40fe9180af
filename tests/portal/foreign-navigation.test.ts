import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { call } from '../support/api-calls.ts';
import { askWorkspace, openWorkspace } from '../support/ask-workspace.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { operationOf, operations } from '../support/declared-calls.ts';
import { faultOf } from '../support/described.ts';
import { idsOf, isSignedIn } from '../support/people.ts';
import { eventually, PortalClient, type RegistrationFields } from '../support/portal-client.ts';
import { rawRequest } from '../support/raw-request.ts';
import { accessOf } from '../support/rows.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

/** `Sec-Fetch-Site` of a navigation that another site, or a workspace's page, started. */
const FOREIGN = ['cross-site', 'same-site'];
/** The browser that the owner registered with; it stays signed in. */
const home = new PortalClient(portal);
let owner: RegistrationFields;
let userId: string;
let workspaceCookie: string;

beforeAll(async () => {
  owner = await setUpOnline(home);
  ({ userId } = await idsOf(database, owner.accountName));
  workspaceCookie = (await openWorkspace(home, owner.accountName)).cookie;
});

/** Opens a path as a browser that `site` sent there. */
const open = (client: PortalClient, path: string, site: string): Promise<Response> =>
  client.request(path, { headers: { Accept: 'text/html', 'Sec-Fetch-Site': site } });

/** Presses "Open admin panel" in the workspace. @returns the redirect's path in the portal. */
async function openAdminPanel(): Promise<string> {
  const pressed = await askWorkspace(portal, owner.accountName, '/weft/admin-panel', {
    method: 'POST',
    headers: { Cookie: workspaceCookie, 'Sec-Fetch-Site': 'same-origin' },
  });
  const { pathname, search } = new URL(pressed.location);
  return pathname + search;
}

/** A browser that the owner used before; no session remains. */
async function openKnownBrowser(): Promise<PortalClient> {
  const device = newToken();
  await database.execute({
    sql: 'INSERT INTO known_devices (token_hash, user_id, created_at, last_seen_at) VALUES (?1, ?2, ?3, ?3)',
    args: [await hashToken(device), userId, Date.now()],
  });
  return knownBrowser(device);
}

/** A browser with a known device token, at its own address. */
function knownBrowser(device: string): PortalClient {
  const client = new PortalClient(portal);
  client.cookies.set('device', device);
  return client;
}

describe('a login code from another site’s navigation', () => {
  test.each(FOREIGN)('signs in only with a button: %s', async (site) => {
    const client = await openKnownBrowser();
    const path = await openAdminPanel();
    const before = await accessOf(database, userId);
    const asked = await open(client, path, site);
    expect(asked.status).toBe(200);
    const page = await asked.text();
    expect(page).toContain('Sign in from your workspace');
    expect(page).toContain('method="post"');
    // A stranger must not learn whose code it is.
    expect(page).not.toContain(owner.email);
    expect(client.cookies.has('token')).toBe(false);
    expect(await accessOf(database, userId)).toEqual(before);

    const answer = await client.post(path, {});
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect(await isSignedIn(client)).toBe(true);
  });

  test('ignores a button pressed by another site', async () => {
    const client = await openKnownBrowser();
    const pressed = await client.request(await openAdminPanel(), {
      method: 'POST',
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams({}),
    });
    expect(pressed.status).toBe(403);
    expect(client.cookies.has('token')).toBe(false);
  });

  test.each(['none', 'same-origin'])('signs in immediately without another site: %s', async (site) => {
    const client = await openKnownBrowser();
    const answer = await open(client, await openAdminPanel(), site);
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect(await isSignedIn(client)).toBe(true);
  });

  test('changes nothing for its own person, who continues directly', async () => {
    const answer = await open(home, await openAdminPanel(), 'cross-site');
    expect(answer.headers.get('Location')).toBe('/dashboard');
  });
});

describe('a template from another site’s navigation', () => {
  const address = '/dashboard?templateId=1234';

  test.each(FOREIGN)('is opened by a click on the portal’s page: %s', async (site) => {
    const asked = await open(home, address, site);
    expect(asked.status).toBe(200);
    const page = await asked.text();
    expect(page).toContain('Open this template in your workspace?');
    expect(page).toContain(`href="${address}"`);
    const clicked = await open(home, address, 'same-origin');
    const target = new URL(clicked.headers.get('Location') ?? '');
    expect(target.hostname).toBe(`${owner.accountName}.localhost`);
  });

  test.each(['//evil.example/', '///evil.example/', '/\\evil.example/'])(
    'names no other host on the portal’s page: %s',
    async (path) => {
      const cookie = [...home.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { host, port } = new URL(portal.portalUrl);
      const answer = await rawRequest(port, [
        `GET ${path}?templateId=1234 HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${cookie}`,
        'Accept: text/html',
        'Sec-Fetch-Site: cross-site',
      ]);
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain('evil.example');
    },
  );

  test('asks nothing of a person who has to sign in first', async () => {
    const answer = await open(new PortalClient(portal), address, 'cross-site');
    expect(new URL(answer.headers.get('Location') ?? '', portal.portalUrl).pathname).toBe('/login');
  });

  test('cannot inject into the page', async () => {
    const hostile = `/dashboard?${new URLSearchParams({ templateId: '"><script>alert(1)</script>' })}`;
    const answer = await open(home, hostile, 'cross-site');
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/dashboard']);
  });
});

test.each(FOREIGN)('creates no workspace link for another site: %s', async (site) => {
  const answer = await call(home, 'GET', '/instance/url', undefined, { 'Sec-Fetch-Site': site });
  expect(await faultOf(operationOf('getInstanceUrl'), answer.clone())).toBeNull();
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'foreign_origin' }]);
});

/** Every path with a loader; the id in it exists nowhere. */
const addresses = [
  ...Object.values(builtRoutes)
    .filter(({ path, module }) => path !== undefined && path !== '*' && module.loader !== undefined)
    .map(({ path = '' }) => `/${path.replace(/:\w+/g, 'none')}`)
    .filter((path) => !path.endsWith('/docs')),
  ...new Set(operations.map(({ path }) => `/api${path.replace(/\{\w+\}/g, 'none')}`)),
  '/api/none',
];

test('finds addresses to open', () => {
  expect(addresses).toEqual(expect.arrayContaining(['/dashboard', '/login', '/api/instance/url']));
});

describe('addresses of the portal', () => {
  /** One code for all addresses: no navigation may use it, so it stays valid for the next. */
  let code: string;
  /** Remembers the owner's browser, and signs no one in. */
  let device: string;
  beforeAll(async () => {
    device = (await openKnownBrowser()).cookies.get('device') ?? '';
    // A workspace that gets no response from the portal within three seconds redirects without a code.
    code = await eventually(async () =>
      new URLSearchParams((await openAdminPanel()).split('?')[1]).get('code'),
    );
    const { rowsAffected } = await database.execute({
      sql: 'UPDATE link_tokens SET expires_at = ? WHERE token_hash = ?',
      args: [Date.now() + DAY_MS, await hashToken(code)],
    });
    expect(rowsAffected).toBe(1);
  });

  test.each(addresses)('no session starts or ends because another site navigates to %s', async (path) => {
    const browser = knownBrowser(device);
    const token = home.cookies.get('token') ?? '';
    const before = await accessOf(database, userId);
    for (const client of [home, browser]) {
      for (const query of ['', '?templateId=1234', `?code=${code}`]) {
        const answer = await open(client, path + query, 'cross-site');
        await answer.body?.cancel();
        const target = new URL(answer.headers.get('Location') ?? '/', portal.portalUrl);
        // A link into the workspace would sign in there.
        expect(target.origin, path + query).toBe(new URL(portal.portalUrl).origin);
        expect(answer.status, path + query).toBeLessThan(500);
      }
    }
    expect(browser.cookies.has('token')).toBe(false);
    expect(home.cookies.get('token')).toBe(token);
    // The code's row too, with the time of its use.
    expect(await accessOf(database, userId)).toEqual(before);
  });

  test('the code that all navigations carried is still valid', async () => {
    const browser = knownBrowser(device);
    await browser.post(`/login?${new URLSearchParams({ code })}`, {});
    expect(await isSignedIn(browser)).toBe(true);
  });
});
