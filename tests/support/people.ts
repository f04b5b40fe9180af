import { request } from 'node:http';
import type { Client } from '@libsql/client';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { hashPassword } from '#app/use-cases/passwords.ts';
import { hashToken, newId, newToken } from '#app/use-cases/secrets.ts';
import {
  eventually,
  type Mail,
  PortalClient,
  type RegistrationFields,
  type TestPortal,
  tokenIn,
  uniqueName,
} from './portal-client.ts';

export interface Owner {
  /** Signed in; the browser they registered with. */
  client: PortalClient;
  fields: RegistrationFields;
  userId: string;
  accountId: string;
}

/** Registers somebody and goes through the whole set-up. Nobody waits for their workspace. */
export async function registerOwner(portal: TestPortal, database: Client): Promise<Owner> {
  const client = new PortalClient(portal);
  const fields = await client.registerConfirmed();
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
  return { client, fields, ...(await idsOf(database, fields.accountName)) };
}

let correctHorse: Promise<string> | undefined;

/**
 * Somebody who has been through the whole set-up, in the browser they did it with. Written into the database rather than
 * registered, which would start a workspace and wait for a mail; their password signs them in all the same.
 */
export async function setUpOwner(
  portal: TestPortal,
  database: Client,
  overrides: Partial<RegistrationFields> = {},
): Promise<Owner> {
  const accountName = overrides.accountName ?? uniqueName();
  const email = overrides.email ?? `${accountName}@example.com`;
  const fields = {
    ...{ fullName: 'Ada Lovelace', email, confirmEmail: email, password: 'correct horse', accountName },
    ...{ humanCheck: '', ...overrides },
  };
  const accountId = newId('acc');
  const now = Date.now();
  await database.batch(
    [
      {
        sql: `INSERT INTO accounts (id, name, plan_id, timezone, created_at, trial_started_at, survey_answered_at,
            apps_selected_at, teammates_invited_at, launched_at)
          VALUES (?1, ?2, 'trial-1', 'Etc/UTC', ?3, ?3, ?3, ?3, ?3, ?3)`,
        args: [accountId, accountName, now],
      },
      {
        sql: 'INSERT INTO workspaces (id, account_id, name, created_at) VALUES (?, ?, ?, ?)',
        args: [newId('wks'), accountId, accountName, now],
      },
    ],
    'write',
  );
  const { client, userId } = await signedInPerson(portal, database, {
    ...{ accountId, role: 'owner', name: fields.fullName, username: accountName },
    ...{ email, password: fields.password },
  });
  return { client, fields, userId, accountId };
}

/** Writes a person with a session and a browser that is known, as a sign-in leaves them. */
async function signedInPerson(
  portal: TestPortal,
  database: Client,
  person: {
    accountId: string;
    role: string;
    name: string;
    username: string;
    email: string;
    password: string;
  },
): Promise<{ client: PortalClient; userId: string }> {
  correctHorse ??= hashPassword('correct horse');
  const { accountId, role, name, username, email, password } = person;
  const hash = await (password === 'correct horse' ? correctHorse : hashPassword(password));
  const client = new PortalClient(portal);
  const [userId, token, device] = [newId('usr'), newToken(), newToken()];
  client.cookies.set('token', token).set('device', device);
  const now = Date.now();
  await database.batch(
    [
      {
        sql: `INSERT INTO users (id, username, name, email, email_normalized, password_hash, wants_newsletter,
            confirmed_at, confirmation_sent_at, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?7, ?7)`,
        args: [userId, username, name, email, normalizeEmail(email), hash, now],
      },
      {
        sql: 'INSERT INTO memberships (user_id, account_id, role, created_at) VALUES (?, ?, ?, ?)',
        args: [userId, accountId, role, now],
      },
      {
        sql: `INSERT INTO sessions (token_hash, id, user_id, account_id, user_agent, address, place, created_at,
            last_seen_at) VALUES (?1, ?2, ?3, ?4, 'test', ?5, 'Berlin, DE', ?6, ?6)`,
        args: [await hashToken(token), newId('ses'), userId, accountId, client.address, now],
      },
      {
        sql: 'INSERT INTO known_devices (token_hash, user_id, created_at, last_seen_at) VALUES (?1, ?2, ?3, ?3)',
        args: [await hashToken(device), userId, now],
      },
    ],
    'write',
  );
  return { client, userId };
}

/** @returns the ids of who registered this account. */
export async function idsOf(
  database: Client,
  accountName: string,
): Promise<{ userId: string; accountId: string }> {
  const row = await one(
    database,
    `SELECT users.id AS userId, account_id AS accountId FROM users
      JOIN memberships ON memberships.user_id = users.id WHERE username = ?`,
    accountName,
  );
  return { userId: String(row.userId), accountId: String(row.accountId) };
}

export interface Teammate {
  client: PortalClient;
  email: string;
  password: string;
  userId: string;
}

/** Somebody who belongs to the owner's account, as one who was invited does, in a browser of their own. */
export async function addTeammate(owner: Owner, database: Client, role = 'member'): Promise<Teammate> {
  const email = `${uniqueName('grace')}@example.com`;
  const password = 'correct horse';
  const person = await signedInPerson(owner.client.portal, database, {
    // A teammate's user name is their e-mail.
    ...{ accountId: owner.accountId, role, name: 'Grace Hopper', username: email, email, password },
  });
  return { ...person, email, password };
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
