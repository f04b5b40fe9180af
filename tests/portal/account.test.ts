import { beforeAll, describe, expect, inject, test } from 'vitest';
import { distinguishingParts, sentenceBeside } from '../support/answer-parts.ts';
import {
  addTeammate,
  allMails,
  askForEmail,
  askForLink,
  changePassword,
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
const WRONG_PASSWORD = 'That isn’t your current password.';
const confirmEmail = (token: string, client = new PortalClient(portal)) =>
  client.post(`/change-email?token=${token}`, {});
const revisionOf = async (owner: Owner) =>
  Number(
    (await one(database, 'SELECT revision FROM workspaces WHERE account_id = ?', owner.accountId)).revision,
  );

describe('the dialogs', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await setUpOwner(portal, database);
  });

  test('open by their address and without a script', async () => {
    const plain = await (await owner.client.get('/account')).text();
    expect(plain).not.toContain('<dialog');
    expect(plain).toContain(owner.fields.email);
    const email = await (await owner.client.get('/account?dialog=email')).text();
    expect(email).toMatch(/<dialog[^>]* open/);
    expect(email).toContain('name="email"');
    const password = await (await owner.client.get('/account?dialog=password')).text();
    expect(password).toMatch(/<dialog[^>]* open/);
    expect(password).toContain('name="currentPassword"');
    expect(await (await owner.client.get('/account?dialog=nonsense')).text()).not.toContain('<dialog');
  });

  test('a new name is kept, recorded once, and shown', async () => {
    const { client, userId, fields } = owner;
    const rename = (fullName: string) =>
      client.post('/account?dialog=name', { intent: 'change-name', fullName });
    expect(await (await client.get('/account?dialog=name')).text()).toContain(`value="${fields.fullName}"`);

    const refused = await rename('Ada <b>');
    expect(refused.status).toBe(422);
    const answer = await rename('  Ada   Byron ');
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/account']);
    expect(await (await client.get('/account')).text()).toContain('Name changed.');
    await rename('Ada Byron');
    const { name } = await one(database, 'SELECT name FROM users WHERE id = ?', userId);
    expect(name).toBe('Ada Byron');
    const { rows } = await database.execute({
      sql: "SELECT subject FROM audit_events WHERE user_id = ? AND kind = 'name_changed'",
      args: [userId],
    });
    expect(rows.map(({ subject }) => subject)).toEqual(['Ada Byron']);
    await rename(fields.fullName);
  });

  test('ask for the current password', async () => {
    const before = await accessOf(database, owner.userId);
    const answers = [
      await askForEmail(owner.client, newAddress('new'), 'wrong horse'),
      await changePassword(owner.client, 'wrong horse', 'staple battery'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(page).toContain(WRONG_PASSWORD);
      expect(page).toMatch(/<dialog[^>]* open/);
      expect(page).not.toContain('wrong horse');
      expect(page).not.toContain('staple battery');
    }
    expect(await accessOf(database, owner.userId)).toEqual(before);
  });

  test.for([
    ['the very same', (email: string) => email],
    ['another case', (email: string) => email.toUpperCase()],
    ['spaces around it', (email: string) => `  ${email} `],
  ] as const)('the current e-mail is not accepted as a new one: %s', async ([, write]) => {
    const before = await accessOf(database, owner.userId);
    const answer = await askForEmail(owner.client, write(owner.fields.email), owner.fields.password);
    expect(answer.status).toBe(422);
    expect(sentenceBeside(await answer.text(), 'email')).toContain(
      'This is your current email. Please enter another one.',
    );
    expect(await accessOf(database, owner.userId)).toEqual(before);
  });

  test('refuse the current e-mail in full-width letters', async () => {
    const before = await accessOf(database, owner.userId);
    const wide = owner.fields.email.replaceAll('a', '\uff41');
    const answer = await askForEmail(owner.client, wide, owner.fields.password);
    expect(answer.status).toBe(422);
    expect(sentenceBeside(await answer.text(), 'email')).not.toBe('');
    expect(await accessOf(database, owner.userId)).toEqual(before);
  });

  test.for([
    ['abcdef7', 'Please use at least 8 characters.'],
    ['password1', 'This password is too common. Please choose another.'],
    ['Lovelace 1815', 'This password is too similar to your details or our name. Please choose another.'],
  ] as const)('refuses the new password %s beside its field', async ([password, sentence]) => {
    const before = await accessOf(database, owner.userId);
    const answer = await changePassword(owner.client, owner.fields.password, password);
    expect(answer.status).toBe(422);
    expect(sentenceBeside(await answer.text(), 'newPassword')).toContain(sentence);
    expect(await accessOf(database, owner.userId)).toEqual(before);
  });

  test('throttle password guesses in an open browser', async () => {
    await setCounter(database, `password:user:${owner.userId}`, 10);
    const before = await accessOf(database, owner.userId);
    const answers = [
      await askForEmail(owner.client, newAddress('new'), owner.fields.password),
      await changePassword(owner.client, owner.fields.password, 'staple battery'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(await accessOf(database, owner.userId)).toEqual(before);
    await setCounter(database, `password:user:${owner.userId}`, 0);
  });

  test('throttle mails to many addresses', async () => {
    await setCounter(database, `email_change:user:${owner.userId}`, 5);
    const email = newAddress('new');
    const answer = await askForEmail(owner.client, email, owner.fields.password);
    expect(answer.status).toBe(429);
    expect(await allMails(owner.client, database, email)).toHaveLength(0);
  });
});

describe('changing the e-mail', () => {
  test('confirms from the new address, and notifies the old one twice', async () => {
    const owner = await setUpOwner(portal, database);
    const { email, password, accountName } = owner.fields;
    const next = newAddress('new');
    const magic = await askForLink(portal, '/magic-link', email);
    const revision = await revisionOf(owner);

    const asked = await askForEmail(owner.client, next.toUpperCase(), password);
    expect(asked.headers.get('Location')).toBe('/account');
    expect(await (await owner.client.get('/account')).text()).toContain(
      'Please confirm the change with the link we sent to the new address.',
    );
    // The mail's link opens the password dialog, after a sign-in if needed.
    const warning = await owner.client.mail(email, /about to change/);
    const remedy = warning.text.match(/https?:\/\/[^/\s]+(\/account\S+)/)?.[1] ?? '';
    expect(await (await owner.client.get(remedy)).text()).toContain('Current password');
    expect((await new PortalClient(portal).get(remedy)).headers.get('Location')).toBe(
      '/login?returnPath=%2Faccount%3Fdialog%3Dpassword',
    );
    const token = await newEmailToken(owner.client, next);
    // Nothing changes until the link is used.
    expect((await signIn(portal, next, password)).response.status).toBe(401);
    expect(await revisionOf(owner)).toBe(revision);

    const stranger = new PortalClient(portal);
    const confirmed = await confirmEmail(token, stranger);
    expect(confirmed.headers.get('Location')).toBe('/login');
    expect(stranger.cookies.has('token')).toBe(false);
    expect(await (await stranger.get('/login')).text()).toContain('Email changed.');

    expect((await signIn(portal, email, password)).response.status).toBe(401);
    expect((await signIn(portal, next, password)).response.status).toBe(302);
    expect((await signIn(portal, accountName, password)).response.status).toBe(302);
    expect(await (await owner.client.get('/account')).text()).toContain(next.toUpperCase());
    expect(await revisionOf(owner)).toBe(revision + 1);

    const subjects = (await allMails(owner.client, database, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your Weft Cloud email is about to change');
    expect(subjects).toContain('Your Weft Cloud email was changed');
    // Links in the old inbox no longer sign in.
    const used = await new PortalClient(portal).post(`/magic-link?token=${magic}`, {});
    expect(used.status).toBe(400);
    expect(await used.text()).toContain(NOT_VALID);
  });

  test('a later request voids the link of an earlier one, which may be in a stranger’s inbox', async () => {
    const owner = await setUpOwner(portal, database);
    const { password } = owner.fields;
    const other = await new PortalClient(portal).registerConfirmed();
    const [mistyped, next] = [newAddress('typo'), newAddress('new')];
    await askForEmail(owner.client, mistyped, password);
    const strangers = await newEmailToken(owner.client, mistyped);
    await askForEmail(owner.client, next, password);
    const before = await accessOf(database, owner.userId);
    const refused = await confirmEmail(strangers);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(NOT_VALID);
    expect(await accessOf(database, owner.userId)).toEqual(before);

    // Also where the later address is another person's, and gets no link.
    const own = await newEmailToken(owner.client, next);
    await askForEmail(owner.client, other.email, password);
    expect((await confirmEmail(own)).status).toBe(400);
    // A refused request voids nothing.
    await askForEmail(owner.client, next, password);
    const last = (await allMails(owner.client, database, next))
      .map(({ text }) => text.match(/[?&]token=([\w-]+)/)?.[1] ?? '')
      .find((token) => token !== own);
    await askForEmail(owner.client, newAddress('new'), 'wrong horse');
    expect((await confirmEmail(last ?? '')).headers.get('Location')).toBe('/login');
  });

  test('a teammate signs in with their new e-mail: it is their user name too', async () => {
    const owner = await setUpOwner(portal, database);
    const teammate = await addTeammate(owner, database);
    const revision = await revisionOf(owner);
    const next = newAddress('new');
    await askForEmail(teammate.client, next, teammate.password);
    const confirmed = await confirmEmail(await newEmailToken(teammate.client, next), teammate.client);
    expect(confirmed.headers.get('Location')).toBe('/account');
    expect((await signIn(portal, next, teammate.password)).response.status).toBe(302);
    expect((await signIn(portal, teammate.email, teammate.password)).response.status).toBe(401);
    const { username } = await one(database, 'SELECT username FROM users WHERE id = ?', teammate.userId);
    expect(username).toBe(next);
    // The workspace stores only its owner's address.
    expect(await revisionOf(owner)).toBe(revision);
    // The old address is free to register again.
    const newcomer = new PortalClient(portal);
    const { response } = await newcomer.register({ email: teammate.email, confirmEmail: teammate.email });
    expect(response.status).toBe(302);
    expect(await newcomer.confirmationToken(teammate.email)).toBeTruthy();
  });

  test('a used address gets the usual answer, and its owner gets a mail', async () => {
    const owner = await setUpOwner(portal, database);
    const other = await new PortalClient(portal).registerConfirmed();
    const before = await accessOf(database, owner.userId);
    const taken = await askForEmail(owner.client, other.email, owner.fields.password);
    expect(await accessOf(database, owner.userId)).toEqual(before);
    const free = await askForEmail(owner.client, newAddress('new'), owner.fields.password);
    expect(await distinguishingParts(taken)).toEqual(await distinguishingParts(free));
    const mails = await allMails(owner.client, database, other.email);
    expect(mails[0]?.subject).toBe('This address already has a Weft Cloud account');
    expect(mails[0]?.text).not.toContain('token=');
  });

  test('the first of two people to confirm one address from its inbox gets it', async () => {
    const [first, second] = [await setUpOwner(portal, database), await setUpOwner(portal, database)];
    const next = newAddress('new');
    await askForEmail(first.client, next, first.fields.password);
    const token = await newEmailToken(first.client, next);
    await askForEmail(second.client, next, second.fields.password);
    const mails = await allMails(second.client, database, next);
    const later = mails
      .map(({ text }) => text.match(/[?&]token=([\w-]+)/)?.[1] ?? '')
      .find((found) => found !== token);
    expect(later).toBeTruthy();
    expect((await confirmEmail(token)).status).toBe(302);

    const before = await accessOf(database, second.userId);
    const refused = await confirmEmail(later ?? '');
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(
      'This email address already belongs to an account. Sign in to it instead.',
    );
    expect(await accessOf(database, second.userId)).toEqual(before);
    expect((await signIn(portal, second.fields.email, second.fields.password)).response.status).toBe(302);
  });
});

test('a new password ends the other sessions, and gives this one a new token', async () => {
  const owner = await setUpOwner(portal, database);
  const { email, password } = owner.fields;
  const elsewhere = (await signIn(portal, email, password)).client;
  const magic = await askForLink(portal, '/magic-link', email);
  const token = owner.client.cookies.get('token') ?? '';

  const answer = await changePassword(owner.client, password, 'staple battery');
  expect(answer.headers.get('Location')).toBe('/account');
  expect(owner.client.cookies.get('token')).toMatch(/^[\w-]{43}$/);
  expect(owner.client.cookies.get('token')).not.toBe(token);
  expect(await (await owner.client.get('/account')).text()).toContain(
    'Password changed. All your other sessions were signed out.',
  );
  expect(await isSignedIn(owner.client, token)).toBe(false);
  expect(await isSignedIn(elsewhere)).toBe(false);

  expect((await signIn(portal, email, password)).response.status).toBe(401);
  expect((await signIn(portal, email, 'staple battery')).response.status).toBe(302);
  expect((await new PortalClient(portal).post(`/magic-link?token=${magic}`, {})).status).toBe(400);
  const mails = await allMails(owner.client, database, email);
  expect(mails.filter(({ subject }) => subject === 'Your Weft Cloud password was changed')).toHaveLength(1);
});
