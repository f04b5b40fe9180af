import { expect, inject, test } from 'vitest';
import { byToken, post } from '../support/api-calls.ts';
import { idsOf, isSignedIn } from '../support/people.ts';
import { PortalClient, type RegistrationFields } from '../support/portal-client.ts';
import { accessOf, eventCount, one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const chosen = { fullName: 'Grace Hopper', password: 'staple battery' };
const linkTo = (token: string) => `/confirm-email?${new URLSearchParams({ token })}`;

/** A person registers with someone else's email, in their own browser. */
async function register(): Promise<{
  registrant: PortalClient;
  fields: RegistrationFields;
  token: string;
  userId: string;
  accountId: string;
}> {
  const registrant = new PortalClient(portal);
  const { fields } = await registrant.register();
  const token = await registrant.confirmationToken(fields.email);
  return { registrant, fields, token, ...(await idsOf(database, fields.accountName)) };
}

const signIn = (login: string, password: string) =>
  new PortalClient(portal).post('/login', { login, password });

test('the browser that registered confirms with a button, another one with a password', async () => {
  const { registrant, token } = await register();
  const own = await (await registrant.get(linkTo(token))).text();
  expect(own).toContain('Confirm email');
  expect(own).not.toContain('type="password"');
  const other = await (await new PortalClient(portal).get(linkTo(token))).text();
  expect(other).toContain('This account was created in another browser.');
  expect(other).toContain('autoComplete="new-password"');
  expect(other).toContain('value="Ada Lovelace"');
});

test('another browser confirms nothing without a password', async () => {
  const { token, userId } = await register();
  const before = await accessOf(database, userId);
  const owner = new PortalClient(portal);
  for (const [form, sentence] of [
    [{}, 'Please enter a password.'],
    [{ fullName: 'Grace Hopper', password: '' }, 'Please enter a password.'],
    [{ fullName: 'Grace Hopper', password: 'short' }, 'Please use at least 8 characters.'],
    [{ fullName: '', password: 'staple battery' }, 'Please enter your full name.'],
    [{ fullName: 'Grace Hopper', password: 'Grace Hopper 1' }, 'password'],
  ] as const) {
    const answer = await owner.confirm(token, form);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(sentence);
  }
  expect(await accessOf(database, userId)).toEqual(before);
});

test('a session of another person, or one opened with the password, is not the registration’s session', async () => {
  const { fields, token, userId } = await register();
  const other = new PortalClient(portal);
  await other.register();
  const later = new PortalClient(portal);
  await later.post('/login', { login: fields.accountName, password: fields.password });
  expect((await later.get('/confirm-email')).status).toBe(200);
  for (const client of [other, later]) expect((await client.confirm(token)).status).toBe(422);
  expect((await one(database, 'SELECT confirmed_at AS at FROM users WHERE id = ?', userId)).at).toBeNull();
});

test('a person who confirms elsewhere is signed in, and the registrant loses all access', async () => {
  const { registrant, fields, token, userId, accountId } = await register();
  const second = new PortalClient(portal);
  await second.post('/login', { login: fields.accountName, password: fields.password });
  const owner = new PortalClient(portal);
  const confirmed = await owner.confirm(token, chosen);
  expect(confirmed.headers.get('Location')).toBe('/account/setup');
  expect((await owner.get('/account/setup')).status).toBe(200);

  expect(await isSignedIn(registrant, registrant.cookies.get('token') ?? '')).toBe(false);
  expect(await isSignedIn(second, second.cookies.get('token') ?? '')).toBe(false);
  expect((await signIn(fields.accountName, fields.password)).status).toBe(401);
  expect((await signIn(fields.email, chosen.password)).headers.get('Location')).toBe('/dashboard');
  const row = await one(
    database,
    `SELECT name, (SELECT count(*) FROM known_devices WHERE user_id = users.id) AS devices,
      (SELECT count(*) FROM api_tokens WHERE user_id = users.id) AS tokens FROM users WHERE id = ?`,
    userId,
  );
  // The owner's browser, and that of the sign-in just now.
  expect(row).toEqual({ name: chosen.fullName, devices: 2, tokens: 0 });
  expect(await eventCount(database, accountId, 'email_confirmed')).toBe(1);
});

test('the browser that registered is sent to sign in, and reads why', async () => {
  const { registrant, fields, token } = await register();
  await new PortalClient(portal).confirm(token, chosen);
  const { visited, response } = await registrant.follow('/confirm-email');
  expect(visited.at(-1)).toBe('/login');
  expect(await response.text()).toContain(
    'Session expired. If you confirmed your email in another browser, sign in with the password you chose there.',
  );
  const resent = await registrant.post('/confirm-email', { intent: 'resend' });
  expect(resent.headers.get('Location')).toContain('/login');
  const again = await registrant.post('/login', { login: fields.email, password: chosen.password });
  expect(again.headers.get('Location')).toBe('/dashboard');
});

test('the password of the registration can be chosen again, and still ends the other sessions', async () => {
  const { registrant, fields, token } = await register();
  const phone = new PortalClient(portal);
  const { fullName, password } = fields;
  expect((await phone.confirm(token, { fullName, password })).headers.get('Location')).toBe('/account/setup');
  expect(await isSignedIn(registrant, registrant.cookies.get('token') ?? '')).toBe(false);
  expect((await signIn(fields.email, password)).headers.get('Location')).toBe('/dashboard');
});

test('one of many concurrent confirmations in both browsers decides who has the account', async () => {
  const { registrant, fields, token, userId, accountId } = await register();
  const owners = Array.from({ length: 6 }, () => new PortalClient(portal));
  const answers = await Promise.all([
    ...owners.map((owner, index) => owner.confirm(token, { ...chosen, password: `staple battery ${index}` })),
    registrant.confirm(token),
  ]);
  const winners = answers.slice(0, -1).flatMap((answer, index) => (answer.status === 302 ? [index] : []));
  expect(winners.length).toBeLessThanOrEqual(1);
  const [winner] = winners;
  // If another browser confirmed first, the registrant's link redirects to a page that finds the session over.
  expect(await isSignedIn(registrant, registrant.cookies.get('token') ?? '')).toBe(winner === undefined);
  expect(await eventCount(database, accountId, 'email_confirmed')).toBe(1);
  const right = winner === undefined ? fields.password : `staple battery ${winner}`;
  expect((await signIn(fields.email, right)).status).toBe(302);
  const { n } = await one(database, 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', userId);
  // The winner's session, and that of the sign-in just now.
  expect(n).toBe(2);
});

test('a second link of the same registration changes no password any more', async () => {
  const { registrant, fields, token, userId } = await register();
  await database.execute({
    sql: 'UPDATE users SET confirmation_sent_at = confirmation_sent_at - 60000 WHERE id = ?',
    args: [userId],
  });
  await registrant.post('/confirm-email', { intent: 'resend' });
  const later = await registrant.newConfirmationToken(fields.email, token);
  await new PortalClient(portal).confirm(token, chosen);
  const before = await accessOf(database, userId);
  const answer = await new PortalClient(portal).confirm(later, { ...chosen, password: 'another battery' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Your email could not be confirmed.');
  expect(await accessOf(database, userId)).toEqual(before);
});

test('a second registration of the same e-mail gives no access once the first is confirmed', async () => {
  const { fields, token } = await register();
  const second = new PortalClient(portal);
  await second.register({ email: fields.email, confirmEmail: fields.email });
  const later = await second.newConfirmationToken(fields.email, token);
  const owners = [new PortalClient(portal), new PortalClient(portal)] as const;
  const answers = await Promise.all([owners[0].confirm(token, chosen), owners[1].confirm(later, chosen)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
});

test('attempts that cost a hash are counted for a link', async () => {
  const { token } = await register();
  const personal = { fullName: 'Grace Hopper', password: 'Grace Hopper 1' };
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await new PortalClient(portal).confirm(token, personal)).status),
  );
  expect(statuses.sort()).toEqual([...Array(10).fill(422), 429, 429]);
});

test('the API confirms elsewhere with a password, and answers the new session', async () => {
  const { fields, token, userId } = await register();
  const answer = await post(new PortalClient(portal), '/auth/confirm-email', { token, ...chosen });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['device']);
  const signedIn = (await answer.json()) as { token: string; user: { id: string; name: string } };
  expect(signedIn.user).toMatchObject({ id: userId, name: chosen.fullName, confirmed: true });
  expect((await byToken(portal, signedIn.token, '/auth/me')).status).toBe(200);
  expect((await signIn(fields.email, chosen.password)).status).toBe(302);
  const weak = await post(new PortalClient(portal), '/auth/confirm-email', { token, password: 'short' });
  expect([weak.status, await weak.json()]).toMatchObject([422, { code: 'invalid_form' }]);
});
