import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sentenceBeside } from '../support/answer-parts.ts';
import {
  addTeammate,
  allMails,
  askForEmail,
  askForLink,
  isSignedIn,
  newEmailToken,
  type Owner,
  setUpOwner,
  signIn,
} from '../support/people.ts';
import { newAddress, PortalClient } from '../support/portal-client.ts';
import { accessOf, one, setCounter } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const NOT_VALID = 'This link isn’t valid. It may have been used already. Please request a new one.';
const NEW_PASSWORD = 'staple battery';

const reset = (token: string, newPassword: string, client = new PortalClient(portal)) =>
  client.post(`/reset-password?token=${token}`, { newPassword });

test('a new password ends every session, every other link and every known browser', async () => {
  const owner = await setUpOwner(portal, database);
  const { email, password, accountName } = owner.fields;
  const elsewhere = (await signIn(portal, email, password)).client;
  const newEmail = newAddress('new');
  await askForEmail(owner.client, newEmail, password);
  const links = {
    '/change-email': await newEmailToken(owner.client, newEmail),
    '/magic-link': await askForLink(portal, '/magic-link', email),
  };
  const token = await askForLink(portal, '/forgot-password', email);
  const form = await (await new PortalClient(portal).get(`/reset-password?token=${token}`)).text();
  expect(form).toContain('Choose a new password');
  expect(form).toContain('name="newPassword"');
  // A password manager files the new password under the e-mail, which only a working link shows.
  const username = /<input[^>]*autoComplete="username"[^>]*>/;
  expect(username.exec(form)?.[0]).toContain(`value="${email}"`);
  const dead = await (await new PortalClient(portal).get('/reset-password?token=dead')).text();
  expect(dead).toContain('name="newPassword"');
  expect(dead).not.toMatch(username);

  // A signed-in browser also ends at the sign-in.
  const answer = await reset(token, NEW_PASSWORD, elsewhere);
  expect(answer.headers.get('Location')).toBe('/login');
  expect(elsewhere.cookies.has('token')).toBe(false);
  const login = await (await elsewhere.get('/login')).text();
  expect(login).toContain('Password changed. Please sign in with your new password.');

  expect(await isSignedIn(owner.client)).toBe(false);
  const { n } = await one(
    database,
    `SELECT (SELECT count(*) FROM sessions WHERE user_id = ?1)
      + (SELECT count(*) FROM known_devices WHERE user_id = ?1) AS n`,
    owner.userId,
  );
  expect(n).toBe(0);
  // A formerly known browser counts as unknown again.
  await setCounter(database, `sign_in:account:${owner.userId}`, 10);
  expect((await elsewhere.post('/login', { login: email, password: NEW_PASSWORD })).status).toBe(429);
  await setCounter(database, `sign_in:account:${owner.userId}`, 0);

  const before = await accessOf(database, owner.userId);
  for (const [path, link] of Object.entries(links)) {
    const used = await new PortalClient(portal).post(`${path}?token=${link}`, {});
    expect(used.status, path).toBe(400);
    expect(await used.text()).toContain(NOT_VALID);
  }
  expect(await accessOf(database, owner.userId)).toEqual(before);

  expect((await signIn(portal, email, password)).response.status).toBe(401);
  expect((await signIn(portal, accountName, NEW_PASSWORD)).response.status).toBe(302);
  const mails = await allMails(owner.client, database, email);
  expect(mails.filter(({ subject }) => subject === 'Your Weft Cloud password was changed')).toHaveLength(1);
});

test('a teammate gets a new password too, and back into the account', async () => {
  const owner = await setUpOwner(portal, database);
  const teammate = await addTeammate(owner, database);
  const token = await askForLink(portal, '/forgot-password', teammate.email);
  expect((await reset(token, NEW_PASSWORD)).status).toBe(302);
  expect(await isSignedIn(teammate.client)).toBe(false);
  expect(await isSignedIn(owner.client)).toBe(true);
  const { client } = await signIn(portal, teammate.email, NEW_PASSWORD);
  expect((await client.get('/dashboard')).status).toBe(200);
});

test('a new password in a browser of another person ends their session there too', async () => {
  const owner = await setUpOwner(portal, database);
  const other = await setUpOwner(portal, database);
  const count = async () =>
    (await one(database, 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', other.userId)).n;
  expect(await count()).toBe(1);
  const token = await askForLink(portal, '/forgot-password', owner.fields.email);
  const answer = await reset(token, NEW_PASSWORD, other.client);
  expect(answer.headers.get('Location')).toBe('/login');
  expect((await other.client.get('/login')).status).toBe(200);
  expect(await count()).toBe(0);
});

test('without a link there is only the form that requests one', async () => {
  const client = new PortalClient(portal);
  expect((await client.get('/reset-password')).headers.get('Location')).toBe('/forgot-password');
  const answer = await client.post('/reset-password', { newPassword: NEW_PASSWORD });
  expect(answer.headers.get('Location')).toBe('/forgot-password');
  const login = await (await client.get('/login')).text();
  expect(login).toContain('href="/forgot-password"');
  expect(login).toContain('href="/magic-link"');
  const owner = new PortalClient(portal);
  await owner.registerConfirmed();
  expect((await owner.get('/magic-link')).headers.get('Location')).toBe('/dashboard');
});

test('a signed-in person who forgot the password gets a link where it is asked for, without signing out', async () => {
  const { client, fields } = await setUpOwner(portal, database);
  for (const path of ['/account?dialog=password', '/account?dialog=email', '/account/confirm-access']) {
    expect(await (await client.get(path)).text(), path).toContain('href="/forgot-password"');
  }
  const form = await (await client.get('/forgot-password')).text();
  expect(form).toContain(`value="${fields.email}"`);
  expect(form).not.toContain('href="/login"');
  const asked = await client.post('/forgot-password', { email: fields.email });
  expect(asked.headers.get('Location')).toBe('/forgot-password?sent');
  expect((await client.get('/account')).status).toBe(200);
  const token = await askForLink(portal, '/forgot-password', fields.email);
  const answer = await reset(token, NEW_PASSWORD, client);
  expect(answer.headers.get('Location')).toBe('/login');
  expect((await client.get('/login')).status).toBe(200);
});

describe('a password that is refused', () => {
  let owner: Owner;
  let token: string;

  beforeAll(async () => {
    owner = await setUpOwner(portal, database, { fullName: 'Augusta Byron' });
    token = await askForLink(portal, '/forgot-password', owner.fields.email);
  });

  const PERSONAL = 'This password is too similar to your details or our name. Please choose another.';
  test.for([
    ['nothing', (): string => '', 'Please enter a password.'],
    ['seven characters', (): string => 'abcdef7', 'Please use at least 8 characters.'],
    ['seven characters of two units each', (): string => '🧵'.repeat(7), 'Please use at least 8 characters.'],
    ['65 characters', (): string => `${'ab '.repeat(21)}cd`, 'Please use at most 64 characters.'],
    ['a common one', (): string => 'PassWord1', 'This password is too common. Please choose another.'],
    ['the account’s name', (): string => `${owner.fields.accountName}2026!`, PERSONAL],
    ['the e-mail', (): string => owner.fields.email, PERSONAL],
    ['the full name', (): string => 'augusta.BYRON', PERSONAL],
    ['one of our names', (): string => 'WeftCloud 1!', PERSONAL],
  ] as const)('%s gets its sentence beside the field', async ([, password, sentence]) => {
    const before = await accessOf(database, owner.userId);
    const answer = await reset(token, password());
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(sentenceBeside(page, 'newPassword')).toContain(sentence);
    // The page names the e-mail, for password managers.
    const fields = page.replace(/<input[^>]*autoComplete="username"[^>]*>/, '');
    if (password()) expect(fields).not.toContain(`value="${password()}"`);
    // The link stays valid.
    expect(await accessOf(database, owner.userId)).toEqual(before);
  });

  test('keeps the link valid for a better one', async () => {
    const long = `${'ab '.repeat(21)}c`;
    expect((await reset(token, long)).status).toBe(302);
    expect((await signIn(portal, owner.fields.email, long)).response.status).toBe(302);
  });
});

test('an address that guesses links is throttled before any hashing', async () => {
  const client = new PortalClient(portal);
  await setCounter(database, `reset:address:${client.address}`, 29);
  expect((await reset('A'.repeat(43), NEW_PASSWORD, client)).status).toBe(400);
  const answer = await reset('A'.repeat(43), NEW_PASSWORD, client);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await answer.text()).toContain('Too many attempts. Please wait a while and try again.');
});
