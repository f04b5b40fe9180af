import { beforeAll, describe, expect, inject, test } from 'vitest';
import { addTeammate, invite, isSignedIn, type Owner, setUpOwner, signIn } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { accessOf, one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

describe('sessions', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
  });

  const sessionIds = (page: string) =>
    [...page.matchAll(/name="sessionId" value="(ses_[\w-]+)"/g)].map(([, id]) => id ?? '');
  const end = (sessionId: string) => owner.client.post('/account', { intent: 'end-session', sessionId });

  test('lists device and place, and each session can be ended', async () => {
    const phone = new PortalClient(portal);
    await phone.request('/login', {
      method: 'POST',
      headers: {
        Origin: portal.portalUrl,
        'User-Agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
      },
      body: new URLSearchParams({ login: owner.fields.email, password: owner.fields.password }),
    });
    const page = await (await owner.client.get('/account')).text();
    expect(page).toContain('Safari on iPhone');
    expect(page).toContain(phone.address);
    expect(page).toContain(owner.client.address);
    expect(page).toContain('This device');
    // The current session ends by signing out.
    const [theirs = '', ...more] = sessionIds(page);
    expect(more).toEqual([]);

    expect((await end(theirs)).headers.get('Location')).toBe('/account');
    expect(await (await owner.client.get('/account')).text()).toContain('Session ended.');
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(owner.client)).toBe(true);
    const again = await end(theirs);
    expect(again.status).toBe(404);
    expect(await again.text()).toContain('This session has already ended.');
  });

  test('end together, except the current one', async () => {
    const others = [
      (await signIn(portal, owner.fields.email, owner.fields.password)).client,
      (await signIn(portal, owner.fields.email, owner.fields.password)).client,
    ];
    const answer = await owner.client.post('/account', { intent: 'end-other-sessions' });
    expect(answer.headers.get('Location')).toBe('/account');
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    const page = await (await owner.client.get('/account')).text();
    expect(page).toContain('All other sessions ended.');
    expect(sessionIds(page)).toEqual([]);
    expect(page).not.toContain('End all other sessions');
  });

  test('cannot be ended by another person, not even by an owner', async () => {
    const teammate = await addTeammate(owner, database);
    const { id } = await one(database, 'SELECT id FROM sessions WHERE user_id = ?', teammate.userId);
    const before = await accessOf(database, teammate.userId);
    for (const sessionId of [String(id), 'ses_nothing', '', "' OR 1=1 --"]) {
      expect((await end(sessionId)).status).toBe(404);
    }
    expect(await accessOf(database, teammate.userId)).toEqual(before);
    expect(await isSignedIn(teammate.client)).toBe(true);
  });

  test('refuses a post without an intent, or with an unknown one', async () => {
    expect((await owner.client.post('/account', {})).status).toBe(400);
    expect((await owner.client.post('/account', { intent: 'delete-everything' })).status).toBe(400);
  });
});

describe('several accounts', () => {
  test('a person switches between their accounts, and to no other', async () => {
    const host = await setUpOwner(portal, database);
    const guest = await setUpOwner(portal, database);
    const foreign = await setUpOwner(portal, database);
    const token = await invite(host, guest.fields.email, 'operator');
    const joined = await guest.client.post(`/invitation?token=${token}`, {});
    expect(joined.headers.get('Location')).toBe('/dashboard');
    const roleHere = async () => (await guest.client.get('/account/members')).status;
    // Now in the joined account, as an operator.
    expect(await roleHere()).toBe(403);
    const page = await (await guest.client.get('/account')).text();
    expect(page).toContain(`Switch to ${guest.fields.accountName}`);
    expect(page).toContain(host.fields.accountName);
    expect(page).not.toContain(foreign.fields.accountName);

    const switchTo = (accountId: string) =>
      guest.client.post('/account', { intent: 'switch-account', accountId });
    expect((await switchTo(guest.accountId)).headers.get('Location')).toBe('/account');
    expect(await (await guest.client.get('/account')).text()).toContain('Workspace switched.');
    expect(await roleHere()).toBe(200);

    const before = await accessOf(database, guest.userId);
    for (const accountId of [foreign.accountId, 'acc_nothing', '']) {
      const refused = await switchTo(accountId);
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain('Your role doesn’t allow this');
    }
    expect(await accessOf(database, guest.userId)).toEqual(before);

    expect((await switchTo(host.accountId)).status).toBe(302);
    expect(await roleHere()).toBe(403);
    // A new sign-in opens the person's own account.
    const { client } = await signIn(portal, guest.fields.email, guest.fields.password);
    expect((await client.get('/account/members')).status).toBe(200);
  });

  test('after a switch, a page shows the workspace of its account, and calls it first from then on', async () => {
    const host = await setUpOwner(portal, database);
    const guest = await setUpOwner(portal, database);
    const token = await invite(host, guest.fields.email, 'operator');
    await guest.client.get('/dashboard');
    await guest.client.post(`/invitation?token=${token}`, {});
    const readDashboard = async () => {
      const answer = await guest.client.get('/dashboard');
      const [, objectCalls] = answer.headers.get('Server-Timing')?.match(/object;desc="(\d+)"/) ?? [];
      const page = await answer.text();
      return {
        objectCalls,
        isOf: [host, guest].filter(({ fields }) => page.includes(`//${fields.accountName}.`)),
      };
    };
    expect(await readDashboard()).toEqual({ objectCalls: '2', isOf: [host] });
    expect(await readDashboard()).toEqual({ objectCalls: '1', isOf: [host] });
  });

  test('a person with one account is offered no other', async () => {
    const owner = await setUpOwner(portal, database);
    expect(await (await owner.client.get('/account')).text()).not.toContain('Your workspaces');
  });
});
