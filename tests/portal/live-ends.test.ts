import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '#app/crypto/secrets.ts';
import { apiScopes } from '#app/domain/access/api-token.ts';
import { type Listener, listenLive } from '../support/live-listener.ts';
import { MEMBERS } from '../support/member-calls.ts';
import {
  addTeammate,
  askForLink,
  changePassword,
  invite,
  type Owner,
  setUpOwner,
  type Teammate,
} from '../support/people.ts';
import { PortalClient, uniqueName } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

/** Without cron: the delivery after each request ends the connections. */
let portal: Awaited<ReturnType<typeof startTestStack>>;
let database: ReturnType<typeof openTestDatabase>;

let owner: Owner;
let teammate: Teammate;
/** The same owner in another browser. */
let phone: PortalClient;

const signInAs = async ({ fields }: Owner, client: PortalClient) => {
  await client.post('/login', { login: fields.email, password: fields.password });
  return client;
};
const sessionIdOf = async (client: PortalClient) => {
  const tokenHash = await hashToken(client.cookies.get('token') ?? '');
  return String((await one(database, 'SELECT id FROM sessions WHERE token_hash = ?', tokenHash)).id);
};
const belongTo = (userId: string, accountId: string) =>
  database.execute({
    sql: "INSERT INTO memberships (user_id, account_id, role, created_at) VALUES (?, ?, 'member', 0)",
    args: [userId, accountId],
  });

beforeAll(async () => {
  // workerd ends a closed connection once its object is idle: not while that waits for a workspace.
  portal = await startTestStack({
    isDirect: true,
    hasCron: false,
    variables: { OUTBOUND_TIMEOUT_FACTOR: '1' },
  });
  database = openTestDatabase(portal.databaseUrl);
});
afterAll(async () => {
  database?.close();
  await portal?.stop();
});
beforeEach(async () => {
  owner = await setUpOwner(portal, database);
  teammate = await addTeammate(owner, database, 'operator');
  phone = await signInAs(owner, new PortalClient(portal));
});

/** Every way a live connection ends: the listener, and the event that ends it. */
const ends: Array<[string, () => PortalClient, () => Promise<unknown>]> = [
  ['signing out', () => phone, () => phone.post('/sign-out', {})],
  [
    'signing out by the API',
    () => phone,
    async () => {
      const headers = { Authorization: `Bearer ${phone.cookies.get('token')}` };
      return new PortalClient(portal).request('/api/auth/logout', { headers });
    },
  ],
  [
    'ending that session',
    () => phone,
    async () => owner.client.post('/account', { intent: 'end-session', sessionId: await sessionIdOf(phone) }),
  ],
  ['ending all others', () => phone, () => owner.client.post('/account', { intent: 'end-other-sessions' })],
  ['another password', () => phone, () => changePassword(owner.client, 'correct horse', 'staple battery 9')],
  [
    'a password chosen by mail',
    () => phone,
    async () => {
      const token = await askForLink(portal, '/forgot-password', owner.fields.email);
      return new PortalClient(portal).post(`/reset-password?token=${token}`, {
        newPassword: 'staple battery 9',
      });
    },
  ],
  ['a sign-in in the same browser', () => phone, () => signInByApi()],
  [
    'a sign-in by mail in the same browser',
    () => phone,
    async () => {
      const token = await askForLink(portal, '/magic-link', owner.fields.email);
      return phone.post(`/magic-link?token=${token}`, {});
    },
  ],
  [
    'the move to another account',
    () => phone,
    async () => {
      const other = await setUpOwner(portal, database);
      await belongTo(owner.userId, other.accountId);
      return phone.post('/account', { intent: 'switch-account', accountId: other.accountId });
    },
  ],
  [
    'an invitation that is accepted',
    () => phone,
    async () => {
      const token = await invite(await setUpOwner(portal, database), owner.fields.email);
      return phone.post(`/invitation?token=${token}`, {});
    },
  ],
  [
    'another role',
    () => teammate.client,
    () => owner.client.post(MEMBERS, { intent: 'change-role', userId: teammate.userId, role: 'billing' }),
  ],
  [
    'removal from the account',
    () => teammate.client,
    () => owner.client.post(MEMBERS, { intent: 'remove-member', userId: teammate.userId }),
  ],
  [
    'removal of a person who has another account',
    () => teammate.client,
    async () => {
      const other = await setUpOwner(portal, database);
      await belongTo(teammate.userId, other.accountId);
      return owner.client.post(MEMBERS, { intent: 'remove-member', userId: teammate.userId });
    },
  ],
  [
    'an operator’s statement in the database',
    () => phone,
    async () => {
      await database.execute({ sql: 'DELETE FROM sessions WHERE id = ?', args: [await sessionIdOf(phone)] });
      // No code of the product ran: the next request delivers the change.
      return new PortalClient(portal).post('/login', { login: uniqueName(), password: 'wrong horse' });
    },
  ],
];

/** /login is for visitors only; the API call accepts a signed-in person. */
function signInByApi() {
  return phone.request('/api/auth/login', {
    method: 'POST',
    headers: { Origin: portal.portalUrl, 'Content-Type': 'application/json' },
    body: JSON.stringify({ login: owner.fields.email, password: owner.fields.password }),
  });
}

describe('a live connection', () => {
  test.for(ends)('ends with its session, before any cron: %s', async ([, whose, end]) => {
    const listening = await listenLive(whose());
    expect(await listening.isOpen()).toBe(true);
    const answer = await end();
    if (answer instanceof Response) expect(answer.status).toBeLessThan(402);
    expect(await listening.ended).toEqual({ code: 1008, reason: 'session ended' });
  });

  test('ends with its API token, and not with another', async () => {
    const [first, second, third] = [await newToken(), await newToken(), await newToken()];
    const revoke = ({ id }: { id: string }) =>
      owner.client.post('/account/tokens', { intent: 'revoke', tokenId: id });
    const alone = await listenByToken(first.token);
    await revoke(first);
    expect(await alone.ended).toEqual({ code: 1008, reason: 'session ended' });

    const listening = await listenByToken(second.token);
    const other = await listenByToken(third.token);
    await revoke(second);
    await listening.untilEnding();
    expect(await other.isOpen()).toBe(true);
    other.close();
  });

  test.for<[string, () => Promise<unknown>]>([
    ['another person’s sign-out', () => teammate.client.post('/sign-out', {})],
    ['that the other sessions end', () => phone.post('/account', { intent: 'end-other-sessions' })],
    ['a password of the same person', () => changePassword(phone, 'correct horse', 'staple battery 9')],
    ['the removal of another person', () => removeTeammate()],
  ])('outlives %s', async ([, end]) => {
    const listening = await listenLive(phone);
    const ending = await listenLive(teammate.client);
    await end();
    // The other listener's end proves that the same delivery ran and left this one open.
    await teammate.client.post('/sign-out', {});
    if (await isSignedOut()) await ending.untilEnding();
    expect(await listening.isOpen()).toBe(true);
    listening.close();
    ending.close();
  });
});

function removeTeammate() {
  return owner.client.post(MEMBERS, { intent: 'remove-member', userId: teammate.userId });
}

async function isSignedOut() {
  return (await teammate.client.get('/account')).status !== 200;
}

function listenByToken(token: string): Promise<Listener> {
  return listenLive(new PortalClient(portal), { Authorization: `Bearer ${token}` });
}

async function newToken(): Promise<{ token: string; id: string }> {
  const name = uniqueName();
  const page = await owner.client.post(
    '/account/tokens',
    new URLSearchParams([
      ['intent', 'create'],
      ['name', name],
      ['lifetime', '90'],
      ...apiScopes.map((scope) => ['scopes', scope] as [string, string]),
    ]),
  );
  const token = (await page.text()).match(/>(weft_pat_[\w-]+)</)?.[1] ?? '';
  const row = await one(database, 'SELECT id FROM api_tokens WHERE token_hash = ?', await hashToken(token));
  return { token, id: String(row.id) };
}
