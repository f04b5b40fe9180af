import type { Client } from '@libsql/client';
import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { CHEAP_HASH_COST } from './cheap-proofs.ts';
import {
  eventually,
  type Mail,
  newAddress,
  PortalClient,
  type RegistrationFields,
  registrationFields,
  type TestPortal,
  tokenIn,
} from './portal-client.ts';
import { one } from './rows.ts';
import { answerSetUp } from './set-up.ts';

export interface Owner {
  /** Signed in; the browser in which they registered. */
  client: PortalClient;
  fields: RegistrationFields;
  userId: string;
  accountId: string;
}

/** Registers a person and completes the setup. Does not wait for their workspace. */
export async function registerOwner(portal: TestPortal, database: Client): Promise<Owner> {
  const client = new PortalClient(portal);
  const fields = await client.registerConfirmed();
  await answerSetUp(client, 'Etc/UTC');
  await client.post('/account/launching', {});
  return { client, fields, ...(await idsOf(database, fields.accountName)) };
}

const passwords = createPasswords(CHEAP_HASH_COST);
let correctHorse: Promise<string> | undefined;

/**
 * A person with a completed setup, in the browser where they did it. Written into the database rather than registered,
 * which would start a workspace and wait for a mail; their password can still sign them in.
 */
export async function setUpOwner(
  portal: TestPortal,
  database: Client,
  overrides: Partial<RegistrationFields> = {},
): Promise<Owner> {
  const fields = registrationFields(overrides);
  const { accountName, email } = fields;
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
  const { client, userId } = await createSignedInPerson(portal, database, {
    accountId,
    role: 'owner',
    name: fields.fullName,
    username: accountName,
    email,
    password: fields.password,
  });
  return { client, fields, userId, accountId };
}

/** Writes a person with a session and a known browser, as a sign-in leaves them. */
async function createSignedInPerson(
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
  correctHorse ??= passwords.hash('correct horse');
  const { accountId, role, name, username, email, password } = person;
  const hash = await (password === 'correct horse' ? correctHorse : passwords.hash(password));
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
            last_seen_at, proved_at) VALUES (?1, ?2, ?3, ?4, 'test', ?5, 'Berlin, DE', ?6, ?6, ?6)`,
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

/** @returns the ids of the person who registered this account. */
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

/** A member of the owner's account, like a person who accepted an invitation, in their own browser. */
export async function addTeammate(
  owner: Owner,
  database: Client,
  role = 'member',
  { name = 'Grace Hopper', email = newAddress() } = {},
): Promise<Teammate> {
  const password = 'correct horse';
  const person = await createSignedInPerson(owner.client.portal, database, {
    // A teammate's user name is their e-mail.
    accountId: owner.accountId,
    role,
    name,
    username: email,
    email,
    password,
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

/** Signs in with an unknown browser. @returns the browser, whatever the answer. */
export async function signIn(
  portal: TestPortal,
  login: string,
  password: string,
): Promise<{ client: PortalClient; response: Response }> {
  const client = new PortalClient(portal);
  return { client, response: await client.post('/login', { login, password }) };
}

/** @returns whether the browser's cookie, or the given token, signs a person in. */
export async function isSignedIn(client: PortalClient, token?: string): Promise<boolean> {
  if (token === undefined) return (await client.get('/account')).status === 200;
  const bare = new PortalClient(client.portal);
  bare.cookies.set('token', token);
  return (await bare.get('/account')).status === 200;
}

/** Requests a link with its form, as a person who is not signed in. @returns the mailed token. */
export async function askForLink(
  portal: TestPortal,
  path: '/magic-link' | '/forgot-password',
  email: string,
): Promise<string> {
  const client = new PortalClient(portal);
  await client.post(path, { email });
  return tokenIn(await client.mail(email, path === '/magic-link' ? /link to sign in/ : /Choose a new/));
}

/** Requests another e-mail in the dialog. @returns the answer. */
export function askForEmail(client: PortalClient, email: string, password: string): Promise<Response> {
  return client.post('/account?dialog=email', { intent: 'change-email', email, password });
}

/** @returns the token of the link that proves a new e-mail. */
export async function newEmailToken(client: PortalClient, email: string): Promise<string> {
  return tokenIn(await client.mail(email, /Confirm your new email/));
}

/** Changes the password in the dialog. */
export function changePassword(
  client: PortalClient,
  currentPassword: string,
  newPassword: string,
): Promise<Response> {
  return client.post('/account?dialog=password', { intent: 'change-password', currentPassword, newPassword });
}

/** All mails to an address, once no more are queued. Newest first. */
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
