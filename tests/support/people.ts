import { request } from 'node:http';
import type { Client } from '@libsql/client';
import { hashToken } from '#app/use-cases/secrets.ts';
import {
  eventually,
  type Mail,
  PortalClient,
  type RegistrationFields,
  type TestPortal,
  tokenIn,
  uniqueName,
} from './portal-client.ts';
import { joinAs } from './set-up.ts';

export interface Owner {
  /** Signed in; the browser they registered with. */
  client: PortalClient;
  fields: RegistrationFields;
  userId: string;
  accountId: string;
}

/** Registers somebody and goes through the whole set-up. Nobody waits for their workspace. */
export async function setUpOwner(
  portal: TestPortal,
  database: Client,
  overrides: Partial<RegistrationFields> = {},
): Promise<Owner> {
  const client = new PortalClient(portal);
  const fields = await client.registerConfirmed(overrides);
  await client.post('/account/setup', {
    workArea: 'ops',
    codingSkills: '3',
    companyIndustry: 'saas',
    companySize: '<20',
    timezone: 'Etc/UTC',
  });
  await client.post('/account/setup', { intent: 'apps', apps: 'n8n-nodes-base.slack' });
  await client.post('/invite-teammate', { action: 'skip' });
  await client.post('/account/launching', {});
  const row = await one(
    database,
    `SELECT users.id AS userId, account_id AS accountId FROM users
      JOIN memberships ON memberships.user_id = users.id WHERE username = ?`,
    fields.accountName,
  );
  return { client, fields, userId: String(row.userId), accountId: String(row.accountId) };
}

export interface Teammate {
  client: PortalClient;
  email: string;
  password: string;
  userId: string;
}

/** Somebody new, invited by the owner, who joined with a browser of their own. */
export async function addTeammate(owner: Owner, database: Client, role = 'member'): Promise<Teammate> {
  const client = new PortalClient(owner.client.portal);
  const email = `${uniqueName('grace')}@example.com`;
  await joinAs(owner.client, client, { email, role });
  const row = await one(database, 'SELECT id FROM users WHERE email = ?', email);
  // What `joinAs` chooses.
  return { client, email, password: 'compile me', userId: String(row.id) };
}

/** Invites an address. @returns the link's token. */
export async function invite(owner: Owner, email: string, role = 'member'): Promise<string> {
  await owner.client.post('/invite-teammate', {
    'invitations[0].email': email,
    'invitations[0].role': role,
  });
  return tokenIn(await owner.client.mail(email, /invites you/));
}

/** Signs in with a browser that nobody knows. @returns the browser, whatever the answer was. */
export async function signIn(
  portal: TestPortal,
  login: string,
  password: string,
): Promise<{ client: PortalClient; response: Response }> {
  const client = new PortalClient(portal);
  return { client, response: await client.post('/login', { login, password }) };
}

/** @returns whether the browser's cookie, or this one's, signs somebody in. */
export async function isSignedIn(client: PortalClient, token?: string): Promise<boolean> {
  if (token === undefined) return (await client.get('/account')).status === 200;
  const bare = new PortalClient(client.portal);
  bare.cookies.set('token', token);
  return (await bare.get('/account')).status === 200;
}

/** Asks for a link by its form, as somebody who is not signed in. @returns the mailed token. */
export async function askForLink(
  portal: TestPortal,
  path: '/magic-link' | '/forgot-password',
  email: string,
): Promise<string> {
  const client = new PortalClient(portal);
  await client.post(path, { email });
  return tokenIn(await client.mail(email, path === '/magic-link' ? /link to sign in/ : /Choose a new/));
}

/** Asks for another e-mail by the dialog. @returns the answer. */
export function askForEmail(client: PortalClient, email: string, password: string): Promise<Response> {
  return client.post('/account?dialog=email', { intent: 'change-email', email, password });
}

/** @returns the token of the link that proves a new e-mail. */
export async function newEmailToken(client: PortalClient, email: string): Promise<string> {
  return tokenIn(await client.mail(email, /Confirm your new email/));
}

/** Changes the password by the dialog. */
export function changePassword(
  client: PortalClient,
  presentPassword: string,
  newPassword: string,
): Promise<Response> {
  return client.post('/account?dialog=password', { intent: 'change-password', presentPassword, newPassword });
}

/** All mails to an address, once none is on its way any more. The newest stands first. */
export async function allMails(client: PortalClient, database: Client, to: string): Promise<Mail[]> {
  await eventually(async () => {
    const { n } = await one(
      database,
      `SELECT count(*) AS n FROM outbox
        WHERE kind = 'mail' AND delivered_at IS NULL AND json_extract(payload, '$.to') = ?`,
      to,
    );
    return n === 0;
  });
  return client.mails(to);
}

/** Has a link be too old. */
export async function expireLink(database: Client, token: string): Promise<void> {
  const { rowsAffected } = await database.execute({
    sql: 'UPDATE link_tokens SET expires_at = 1 WHERE token_hash = ?',
    args: [await hashToken(token)],
  });
  if (rowsAffected !== 1) throw new Error('There is no such link.');
}

/** Has a counter stand where that many attempts within the last minute leave it. */
export async function setCounter(database: Client, key: string, count: number): Promise<void> {
  await database.execute({
    sql: `INSERT INTO throttles (key, window_started_at, count) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET window_started_at = excluded.window_started_at, count = excluded.count`,
    args: [key, Date.now() - 60_000, count],
  });
}

/** Everything that lets a person in, in a form that can be compared: a refusal must leave it as it was. */
export async function accessOf(database: Client, userId: string): Promise<unknown> {
  const [people, ...rest] = await database.batch([
    { sql: 'SELECT * FROM users WHERE id = ?', args: [userId] },
    ...['sessions', 'memberships', 'link_tokens', 'known_devices'].map((table) => ({
      sql: `SELECT * FROM ${table} WHERE user_id = ? ORDER BY 1, 2, 3`,
      args: [userId],
    })),
    {
      sql: `SELECT * FROM invitations WHERE account_id IN
        (SELECT account_id FROM memberships WHERE user_id = ?) ORDER BY id`,
      args: [userId],
    },
  ]);
  return JSON.parse(JSON.stringify([people, ...rest].map((result) => result?.rows)));
}

/** @returns the only row. @throws when there is none. */
export async function one(
  database: Client,
  sql: string,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { rows } = await database.execute({ sql, args });
  const row = rows[0];
  if (!row) throw new Error(`No row: ${sql} (${args.join(', ')})`);
  return { ...row };
}

/** @returns how often something of this kind was kept for an account. */
export async function eventCount(database: Client, accountId: string, kind: string): Promise<number> {
  const { n } = await one(
    database,
    'SELECT count(*) AS n FROM audit_events WHERE account_id = ? AND kind = ?',
    accountId,
    kind,
  );
  return Number(n);
}

/** What a visitor can tell two answers apart by, but for what is random in every page. */
export async function tellingParts(response: Response): Promise<unknown> {
  return {
    status: response.status,
    location: response.headers.get('Location'),
    cookies: response.headers.getSetCookie(),
    cost: response.headers.get('Server-Timing'),
    body: (await response.text()).replace(/nonce="[^"]*"/g, ''),
  };
}

/** @returns the sentence that stands beside a field of a refused form. */
export function sentenceBeside(page: string, field: string): string {
  const input = page.match(new RegExp(`<input[^>]*name="${field}"[^>]*>`))?.[0] ?? '';
  const described = input.match(/aria-describedby="([^"]*)"/)?.[1]?.split(' ') ?? [];
  return described
    .map((id) => page.split(`<ul class="field__errors" id="${id}"`)[1]?.split('</ul>')[0] ?? '')
    .join(' ')
    .replace(/&#x27;/g, "'");
}

/** Asks a workspace's host; by hand, since not every resolver knows `*.localhost`. */
export function askWorkspace(
  portal: TestPortal,
  name: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; location: string; cookies: string[] }> {
  const { port, host } = new URL(portal.portalUrl);
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, method, headers: { Host: `${name}.${host}`, ...headers } },
      (response) => {
        response.resume().on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? ''),
          }),
        );
      },
    );
    call.on('error', reject).end();
  });
}
