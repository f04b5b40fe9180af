import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { askWorkspace, openWorkspace } from '../support/ask-workspace.ts';
import { idsOf, isSignedIn } from '../support/people.ts';
import { eventually, PortalClient, type RegistrationFields } from '../support/portal-client.ts';
import { accessOf, eventCount, one } from '../support/rows.ts';
import { setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const FAILED = 'Could not log in user with authentication code';
/** The browser that the owner registered with. */
const home = new PortalClient(portal);
let owner: RegistrationFields;
let userId: string;
let accountId: string;
/** The owner's session cookie in the workspace. */
let workspaceCookie: string;

beforeAll(async () => {
  owner = await setUpOnline(home);
  ({ userId, accountId } = await idsOf(database, owner.accountName));
  workspaceCookie = (await openWorkspace(home, owner.accountName)).cookie;
  // Drops the cookie only: a sign-out would also end the workspace's session.
  home.cookies.delete('token');
});

/** Presses "Open admin panel" in the workspace. @returns the redirect's path in the portal, and its code. */
function openAdminPanel(): Promise<{ path: string; code: string }> {
  // A workspace that gets no response from the portal within three seconds redirects without a code.
  return eventually(pressAdminPanel);
}

async function pressAdminPanel(): Promise<{ path: string; code: string } | null> {
  const pressed = await askWorkspace(portal, owner.accountName, '/weft/admin-panel', {
    method: 'POST',
    headers: { Cookie: workspaceCookie, 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(pressed.status).toBe(303);
  const { origin, pathname, search, searchParams } = new URL(pressed.location);
  expect(origin).toBe(new URL(portal.portalUrl).origin);
  expect(pathname).toBe('/login');
  const code = searchParams.get('code');
  if (code === null) return null;
  expect(code).toMatch(/^[\w-]{43}$/);
  return { path: pathname + search, code };
}

test('a template in the address opens in the workspace, signed in', async () => {
  const client = await openKnownBrowser();
  await client.post('/login', { login: owner.accountName, password: owner.password });
  const answer = await client.get('/dashboard?templateId=1234');
  expect(answer.status).toBe(303);
  const link = new URL(answer.headers.get('Location') ?? '');
  expect(link.hostname).toBe(`${owner.accountName}.localhost`);
  const arrived = await askWorkspace(portal, owner.accountName, link.pathname + link.search);
  expect(arrived.status).toBeGreaterThanOrEqual(300);
  expect(new URL(arrived.location, link).pathname).toBe('/templates/1234/setup');
  // An invalid template id leaves the portal's page unchanged, which says so.
  for (const templateId of ['', '../../evil?x=', 'https://evil.example', ' ', 'a'.repeat(65)]) {
    const hostile = await client.get(`/manage/status?${new URLSearchParams({ templateId })}`);
    expect([templateId, hostile.headers.get('Location')]).toEqual([templateId, '/manage/status']);
    expect(await (await client.get('/manage/status')).text()).toContain(
      'Could not open the template: its ID isn’t valid.',
    );
  }
});

/** A browser that the owner used before; no session remains. */
async function openKnownBrowser(): Promise<PortalClient> {
  const client = new PortalClient(portal);
  const device = newToken();
  await database.execute({
    sql: 'INSERT INTO known_devices (token_hash, user_id, created_at, last_seen_at) VALUES (?1, ?2, ?3, ?3)',
    args: [await hashToken(device), userId, Date.now()],
  });
  client.cookies.set('device', device);
  return client;
}

async function expectRefused(client: PortalClient, path: string): Promise<void> {
  const before = await accessOf(database, userId);
  const answer = await client.get(path);
  const location = '/login?returnPath=%2Fdashboard';
  expect(answer.headers.get('Location')).toBe(location);
  expect(await (await client.follow(location)).response.text()).toContain(FAILED);
  expect(client.cookies.has('token')).toBe(false);
  expect(await isSignedIn(client)).toBe(false);
  expect(await accessOf(database, userId)).toEqual(before);
}

describe('a browser without a session', () => {
  test('is signed in immediately when it is known, and only once per code', async () => {
    const client = await openKnownBrowser();
    const { path } = await openAdminPanel();
    const answer = await client.get(path);
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect((await client.get('/dashboard')).status).toBe(200);
    const activity = await (await client.get('/account/activity')).text();
    const entry = activity.split('Ada Lovelace signed in from the workspace')[1]?.split('</li>')[0];
    expect(entry).toContain(client.address);

    await expectRefused(await openKnownBrowser(), path);
  });

  test('gets the sentence when it is unknown, and the code is not used up', async () => {
    const { path } = await openAdminPanel();
    await expectRefused(new PortalClient(portal), path);
    const planted = new PortalClient(portal);
    planted.cookies.set('device', 'A'.repeat(43));
    await expectRefused(planted, path);
    expect((await (await openKnownBrowser()).get(path)).headers.get('Location')).toBe('/dashboard');
  });

  test('loses a session that is over, and is signed in', async () => {
    const client = await openKnownBrowser();
    client.cookies.set('token', 'A'.repeat(43));
    const { path } = await openAdminPanel();
    expect((await client.get(path)).headers.get('Location')).toBe('/dashboard');
    expect(await isSignedIn(client)).toBe(true);
    const unlucky = await openKnownBrowser();
    unlucky.cookies.set('token', 'A'.repeat(43));
    await expectRefused(unlucky, path);
  });

  test.for([
    ['no session', ''],
    ['a session that is over', `; token=${'A'.repeat(43)}`],
  ])('keeps the session of the first of two posts that both sent %s', async ([, token]) => {
    const client = await openKnownBrowser();
    const { path } = await openAdminPanel();
    const Cookie = `device=${client.cookies.get('device')}${token}`;
    const post = () =>
      client.request(path, { method: 'POST', headers: { Origin: portal.portalUrl, Cookie }, body: '' });
    expect((await post()).headers.get('Location')).toBe('/dashboard');
    const second = await post();
    expect(second.headers.get('Location')).toBe('/login?returnPath=%2Fdashboard');
    expect(await isSignedIn(client)).toBe(true);
    // The browser opens the page that its person asked for.
    const { visited, response } = await client.follow('/login?returnPath=%2Fdashboard');
    expect([visited.at(-1), response.status]).toEqual(['/dashboard', 200]);
  });

  test('is refused after a minute', async () => {
    const { path, code } = await openAdminPanel();
    const moved = await database.execute({
      sql: 'UPDATE link_tokens SET created_at = created_at - 61000, expires_at = expires_at - 61000 WHERE token_hash = ?',
      args: [await hashToken(code)],
    });
    expect(moved.rowsAffected).toBe(1);
    await expectRefused(await openKnownBrowser(), path);
  });

  test('is signed in by one of fifty concurrent attempts', async () => {
    const { path } = await openAdminPanel();
    const events = await eventCount(database, accountId, 'signed_in_by_code');
    const browsers = await Promise.all(Array.from({ length: 50 }, openKnownBrowser));
    await Promise.all(browsers.map((browser) => browser.get(path)));
    expect(browsers.filter(({ cookies }) => cookies.has('token'))).toHaveLength(1);
    expect(await eventCount(database, accountId, 'signed_in_by_code')).toBe(events + 1);
  });

  test.for([
    ['garbage', (): string => 'garbage'],
    ['nothing', (): string => ''],
    ['a token of nobody’s', (): string => 'A'.repeat(43)],
    ['a session’s token', (): string => sessionToken],
    ['10 kB', (): string => 'x'.repeat(10_000)],
    ['a newline', (): string => 'a\nb'],
  ] as const)('gets nowhere by %s', async ([, code]) => {
    await expectRefused(await openKnownBrowser(), `/login?${new URLSearchParams({ code: code() })}`);
  });
  let sessionToken = '';
  beforeAll(async () => {
    const client = await openKnownBrowser();
    await client.get((await openAdminPanel()).path);
    sessionToken = client.cookies.get('token') ?? '';
    expect(sessionToken).toMatch(/^[\w-]{43}$/);
  });
});

test('a code is not a link or a session', async () => {
  const { code } = await openAdminPanel();
  const browser = await openKnownBrowser();
  const before = await accessOf(database, userId);
  for (const path of ['/magic-link', '/change-email', '/reset-password', '/confirm-email']) {
    const answer = await browser.post(`${path}?token=${code}`, {
      newPassword: 'staple battery',
    });
    expect(answer.status, path).toBe(400);
  }
  expect(await isSignedIn(home, code)).toBe(false);
  expect(await accessOf(database, userId)).toEqual(before);
});

test('a browser signed in as the same person continues directly, and the code stays unused', async () => {
  const client = await openKnownBrowser();
  await client.get((await openAdminPanel()).path);
  const token = client.cookies.get('token');
  const { path } = await openAdminPanel();
  const before = await accessOf(database, userId);
  const answer = await client.get(path);
  expect(answer.headers.get('Location')).toBe('/dashboard');
  expect(client.cookies.get('token')).toBe(token);
  expect(await accessOf(database, userId)).toEqual(before);
  // Even with a used code, because the person is already the code's.
  await (await openKnownBrowser()).get(path);
  expect((await client.get(path)).headers.get('Location')).toBe('/dashboard');
  expect((await client.get('/dashboard')).status).toBe(200);
});

describe('a browser signed in as another person', () => {
  /** A browser of the owner's in which another person registered later. */
  async function openSharedBrowser() {
    const client = await openKnownBrowser();
    const other = await client.registerConfirmed({ fullName: 'Grace Hopper' });
    return { client, other, token: client.cookies.get('token') ?? '' };
  }

  test('is asked first, and then signs in as the code’s person', async () => {
    const { client, other, token } = await openSharedBrowser();
    const { path } = await openAdminPanel();
    const before = await accessOf(database, userId);
    const page = await (await client.get(path)).text();
    expect(page).toContain('Sign in as someone else?');
    expect(page).toContain(
      `You came from a workspace as ${owner.email}, but you’re signed in here as ${other.email}.`,
    );
    expect(client.cookies.get('token')).toBe(token);
    expect(await accessOf(database, userId)).toEqual(before);

    const answer = await client.post(path, {});
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect(client.cookies.get('token')).not.toBe(token);
    expect(await (await client.get('/account')).text()).toContain(owner.email);
    // The browser's earlier session has ended.
    expect(await isSignedIn(client, token)).toBe(false);
  });

  test('stays signed in if the code’s person never signed in there', async () => {
    const stranger = new PortalClient(portal);
    const fields = await stranger.registerConfirmed();
    const { path } = await openAdminPanel();
    const before = await accessOf(database, userId);
    const answer = await stranger.post(path, {});
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect(stranger.cookies.has('token')).toBe(true);
    const { response } = await stranger.follow('/dashboard');
    expect(await response.text()).toContain(FAILED);
    const { email } = await one(
      database,
      'SELECT email FROM users JOIN sessions ON user_id = users.id WHERE token_hash = ?',
      await hashToken(stranger.cookies.get('token') ?? ''),
    );
    expect(email).toBe(fields.email);
    expect(await accessOf(database, userId)).toEqual(before);
  });

  test('stays signed in after an unknown code', async () => {
    const { client, token } = await openSharedBrowser();
    const answer = await client.get(`/login?code=${'A'.repeat(43)}`);
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect(client.cookies.get('token')).toBe(token);
    expect(await (await client.follow('/dashboard')).response.text()).toContain(FAILED);
  });
});

test.for([
  ['/manage', '/manage'],
  ['//evil.example', '/dashboard'],
  ['/\\evil', '/dashboard'],
  ['/a.b', '/dashboard'],
  ['https:evil', '/dashboard'],
  ['%2F%2Fevil', '/dashboard'],
  ['/a\nb', '/dashboard'],
  [`/${'a'.repeat(10_000)}`, '/dashboard'],
] as const)('the return path %s redirects to %s', async ([returnPath, target]) => {
  const client = await openKnownBrowser();
  const { code } = await openAdminPanel();
  const path = `/login?${new URLSearchParams({ code, returnPath })}`;
  const answer = await client.get(path);
  expect(answer.headers.get('Location')).toBe(target);
  expect(client.cookies.has('token')).toBe(true);
  // Also for a signed-in person, and for a refused one.
  expect((await client.get(path)).headers.get('Location')).toBe(target);
  const refused = await (await openKnownBrowser()).get(path);
  expect(refused.headers.get('Location')).toBe(`/login?${new URLSearchParams({ returnPath: target })}`);
});

test('a code of a former member is refused', async () => {
  const { path } = await openAdminPanel();
  const { role, created_at } = await one(
    database,
    'SELECT role, created_at FROM memberships WHERE user_id = ?',
    userId,
  );
  await database.execute({ sql: 'DELETE FROM memberships WHERE user_id = ?', args: [userId] });
  await expectRefused(await openKnownBrowser(), path);
  await database.execute({
    sql: 'INSERT INTO memberships (user_id, account_id, role, created_at) VALUES (?, ?, ?, ?)',
    args: [userId, accountId, String(role), Number(created_at)],
  });
  expect((await (await openKnownBrowser()).get(path)).headers.get('Location')).toBe('/dashboard');
});
