import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import { openWorkspace } from '../support/ask-workspace.ts';
import { askForLink, changePassword, idsOf, type Owner, setUpOwner } from '../support/people.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { setClusterFault, setUpOnline, untilOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const DAY_MS = 86_400_000;

let owner: Owner;
let password = '';

beforeAll(async () => {
  const client = new PortalClient(portal);
  const fields = await setUpOnline(client);
  owner = { client, fields, ...(await idsOf(database, fields.accountName)) };
  password = fields.password;
});

/** A second signed-in browser of the owner. */
async function newBrowser(): Promise<PortalClient> {
  const browser = new PortalClient(portal);
  await browser.post('/login', { login: owner.fields.email, password });
  expect((await browser.get('/account')).status).toBe(200);
  return browser;
}

/** Waits until no delivery to this workspace is pending. */
async function untilDelivered(): Promise<void> {
  await eventually(async () => {
    const { waiting } = await one(
      database,
      `SELECT count(*) AS waiting FROM outbox WHERE delivered_at IS NULL AND kind LIKE 'workspace.%'
        AND json_extract(payload, '$.workspaceId') = (SELECT id FROM workspaces WHERE account_id = ?)`,
      owner.accountId,
    );
    return waiting === 0;
  });
}

const sessionOf = async (browser: PortalClient) => hashToken(browser.cookies.get('token') ?? '');

/** Every way to end a session on purpose. */
const ends: Array<[string, (browser: PortalClient) => Promise<unknown>]> = [
  ['signing out', (browser) => browser.post('/sign-out', {})],
  [
    'signing out by the API',
    (browser) => {
      const headers = { Authorization: `Bearer ${browser.cookies.get('token')}` };
      return new PortalClient(portal).request('/api/auth/logout', { headers });
    },
  ],
  [
    'the end of that session, from another browser',
    async (browser) => {
      const row = await one(
        database,
        'SELECT id FROM sessions WHERE token_hash = ?',
        await sessionOf(browser),
      );
      return owner.client.post('/account', { intent: 'end-session', sessionId: String(row.id) });
    },
  ],
  ['the end of all other sessions', () => owner.client.post('/account', { intent: 'end-other-sessions' })],
  [
    'another password',
    async () => {
      const present = password;
      password = `${present}!`;
      return changePassword(owner.client, present, password);
    },
  ],
  [
    'a password chosen by mail',
    async () => {
      const token = await askForLink(portal, '/forgot-password', owner.fields.email);
      password = 'staple battery 9';
      const answer = await new PortalClient(portal).post(`/reset-password?token=${token}`, {
        newPassword: password,
      });
      // The act ended every session, including this one.
      owner.client = await newBrowser();
      return answer;
    },
  ],
  [
    'another person who signs in in the same browser',
    async (browser) => {
      const other = await setUpOwner(portal, database);
      const { email: login, password: theirs } = other.fields;
      return browser.request('/api/auth/login', {
        method: 'POST',
        headers: { Origin: portal.portalUrl, 'Content-Type': 'application/json' },
        body: JSON.stringify({ login, password: theirs }),
      });
    },
  ],
];

describe('the open workspace of a person', () => {
  test.for(ends)('ends with %s', async ([, end]) => {
    const browser = await newBrowser();
    const inside = await openWorkspace(browser, owner.fields.accountName);
    expect(await inside.isSignedIn()).toBe(true);
    const answer = await end(browser);
    if (answer instanceof Response) expect(answer.status).toBeLessThan(400);
    await eventually(async () => !(await inside.isSignedIn()));
    // A session that remains, or a new one, opens the workspace as before.
    await untilDelivered();
    expect(await (await openWorkspace(owner.client, owner.fields.accountName)).isSignedIn()).toBe(true);
  });

  test('ends in all their browsers, and in no one else’s', async () => {
    const [laptop, phone] = [await newBrowser(), await newBrowser()];
    const inside = await openWorkspace(laptop, owner.fields.accountName);
    const other = new PortalClient(portal);
    const teammate = await setUpOwner(portal, database);
    await database.execute({
      sql: "INSERT INTO memberships (user_id, account_id, role, created_at) VALUES (?, ?, 'member', 0)",
      args: [teammate.userId, owner.accountId],
    });
    const { email: login, password: theirs } = teammate.fields;
    await other.post('/login', { login, password: theirs });
    await other.post('/account', { intent: 'switch-account', accountId: owner.accountId });
    const teammateInside = await openWorkspace(other, owner.fields.accountName);
    await phone.post('/sign-out', {});
    await eventually(async () => !(await inside.isSignedIn()));
    await untilDelivered();
    expect(await teammateInside.isSignedIn()).toBe(true);

    // The teammate's session ends there although it is on another account now.
    await other.post('/account', { intent: 'switch-account', accountId: teammate.accountId });
    await untilDelivered();
    expect(await teammateInside.isSignedIn()).toBe(true);
    await other.post('/sign-out', {});
    await eventually(async () => !(await teammateInside.isSignedIn()));
  });

  test('outlives its person’s next sign-in in the same browser', async () => {
    const browser = await newBrowser();
    const inside = await openWorkspace(browser, owner.fields.accountName);
    const token = await askForLink(portal, '/magic-link', owner.fields.email);
    await browser.post(`/magic-link?token=${token}`, {});
    expect((await browser.get('/account')).status).toBe(200);
    await untilDelivered();
    expect(await inside.isSignedIn()).toBe(true);
  });

  test('outlives a session that only time has ended', async () => {
    const browser = await newBrowser();
    const inside = await openWorkspace(browser, owner.fields.accountName);
    const tokenHash = await sessionOf(browser);
    await database.execute({
      sql: 'UPDATE sessions SET last_seen_at = ? WHERE token_hash = ?',
      args: [Date.now() - 15 * DAY_MS, tokenHash],
    });
    // The hour's first minute deletes expired rows.
    const firstMinute = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    await fetch(new URL(`/cdn-cgi/local/scheduled?time=${firstMinute}`, portal.entryUrl));
    const left = await database.execute({
      sql: 'SELECT 1 FROM sessions WHERE token_hash = ?',
      args: [tokenHash],
    });
    expect(left.rows).toHaveLength(0);
    await untilDelivered();
    expect(await inside.isSignedIn()).toBe(true);
  });

  test('survives a restart; a sign-out during it takes effect once the workspace runs', async () => {
    const browser = await newBrowser();
    const inside = await openWorkspace(browser, owner.fields.accountName);
    const restart = () =>
      owner.client.request('/api/instance/restart', { method: 'PUT', headers: { Origin: portal.portalUrl } });
    expect((await restart()).status).toBe(202);
    await untilOnline(owner.client);
    expect(await inside.isSignedIn()).toBe(true);

    await setClusterFault(owner.client, owner.fields.accountName, 'slow');
    expect((await restart()).status).toBe(202);
    await browser.post('/sign-out', {});
    await setClusterFault(owner.client, owner.fields.accountName, 'none');
    await untilOnline(owner.client);
    await eventually(async () => !(await inside.isSignedIn()));
  });
});
