import { beforeAll, expect, inject, test } from 'vitest';
import { byToken, call, type Me, meOf, post } from '../support/api-calls.ts';
import { askWorkspace, openWorkspace } from '../support/ask-workspace.ts';
import {
  eventually,
  newAddress,
  PortalClient,
  type RegistrationFields,
  registrationFields,
  tokenIn,
  uniqueName,
} from '../support/portal-client.ts';
import { expireLink } from '../support/rows.ts';
import { joinAs, setUpOnline } from '../support/set-up.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');

/** The owner of an Online workspace, signed in by cookie. */
const owner = new PortalClient(portal);
const member = new PortalClient(portal);
const database = openTestDatabase(portal.databaseUrl);
let fields: RegistrationFields;

beforeAll(async () => {
  fields = await setUpOnline(owner);
  await joinAs(owner, member, { email: newAddress(), role: 'member' });
});

/** Response of a call that signs in. */
interface SignedIn {
  token: string;
  user: Me['user'];
}

async function readSignIn(response: Response, status = 200): Promise<SignedIn> {
  expect(response.status).toBe(status);
  // The sign-in's device cookie keeps the browser known; only pages set the session cookie.
  expect(response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['device']);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  return (await response.json()) as SignedIn;
}

async function registration() {
  const client = new PortalClient(portal);
  const fields = registrationFields({ humanCheck: await client.humanCheck() });
  const body = { ...fields, newsletter: true, timezone: 'Europe/Berlin' };
  return { client, email: fields.email, body };
}

/** A login code, created as by the workspace's "Open admin panel". */
async function loginCode(): Promise<string> {
  const name = fields.accountName;
  const { cookie } = await openWorkspace(owner, name);
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  const { location } = await askWorkspace(portal, name, '/weft/admin-panel', { method: 'POST', headers });
  const code = new URL(location).searchParams.get('code');
  if (code === null) throw new Error(`No code in ${location}`);
  return code;
}

test('a registration returns its token in the body, and each call identifies the person by it', async () => {
  const { client, email, body } = await registration();
  const made = await readSignIn(await post(client, '/auth/register', body), 201);
  expect(made.user).toEqual({
    id: expect.stringMatching(/^usr_/),
    username: body.accountName,
    name: 'Ada Lovelace',
    email,
    confirmed: false,
    role: 'owner',
  });
  expect(client.cookies.has('token')).toBe(false);
  expect(await (await byToken(portal, made.token, '/auth/me')).json()).toMatchObject({
    user: made.user,
    account: { name: body.accountName, isSetup: false, billing: null, instance: null },
  });
  // Before the email is confirmed, a person can read only their own profile.
  const early = await byToken(portal, made.token, '/personalization-survey/answer');
  expect([early.status, await early.json()]).toMatchObject([403, { code: 'email_not_confirmed' }]);

  const token = await client.confirmationToken(email);
  const elsewhere = await post(client, '/auth/confirm-email', { token });
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
    403,
    { code: 'confirmation_needs_password', fields: { password: 'Please enter a password.' } },
  ]);
  const bySession = { Authorization: `Bearer ${made.token}` };
  const confirmed = await call(client, 'POST', '/auth/confirm-email', { token }, bySession);
  expect([confirmed.status, confirmed.headers.getSetCookie()]).toEqual([200, []]);
  expect(await confirmed.json()).toEqual({ user: { ...made.user, confirmed: true } });
  const replayed = await post(client, '/auth/confirm-email', { token });
  expect([replayed.status, await replayed.json()]).toMatchObject([400, { code: 'confirmation_failed' }]);
  // A second confirmation by the same person succeeds.
  const again = await call(client, 'POST', '/auth/confirm-email', { token }, bySession);
  expect(await again.json()).toEqual({ user: { ...made.user, confirmed: true } });
  expect((await byToken(portal, made.token, '/personalization-survey/answer')).status).toBe(404);
});

test('a registration is refused field by field, with the sentences of the form', async () => {
  const { client, body } = await registration();
  const wrong = { ...body, email: 'ada', accountName: 'Ada', newsletter: 'yes', timezone: 7 };
  const refused = await post(client, '/auth/register', wrong);
  const { fields: messages } = (await refused.json()) as { fields: Record<string, string> };
  expect(refused.status).toBe(422);
  expect(Object.keys(messages).sort()).toEqual(['accountName', 'email', 'newsletter', 'timezone']);
  for (const sentence of Object.values(messages)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  const mismatch = await post(client, '/auth/register', { ...body, confirmEmail: 'eve@example.com' });
  expect(await mismatch.json()).toMatchObject({
    fields: { confirmEmail: "Email doesn't match, check for spelling errors." },
  });
  const taken = await post(client, '/auth/register', { ...body, accountName: fields.accountName });
  expect([taken.status, await taken.json()]).toMatchObject([422, { code: 'account_name_taken' }]);
  const forged = await post(client, '/auth/register', { ...body, humanCheck: 'forged' });
  expect(await forged.json()).toMatchObject({ fields: { humanCheck: 'Please check the checkbox.' } });
});

test('a password sign-in returns its token in the body, and ends the session that sent it', async () => {
  const client = new PortalClient(portal);
  const first = await readSignIn(
    await post(client, '/auth/login', { login: fields.accountName, password: fields.password }),
  );
  expect(first.user).toEqual((await meOf(owner)).user);
  const body = { login: fields.email.toUpperCase(), password: fields.password };
  const headers = { Authorization: `Bearer ${first.token}` };
  const second = await readSignIn(await call(client, 'POST', '/auth/login', body, headers));
  expect((await byToken(portal, second.token, '/auth/me')).status).toBe(200);
  for (const token of [first.token, 'garbage']) {
    const ended = await byToken(portal, token, '/auth/me');
    expect([ended.status, await ended.json()]).toMatchObject([401, { error: 'Session expired' }]);
  }
  for (const login of [fields.accountName, uniqueName('nobody')]) {
    const refused = await post(client, '/auth/login', { login, password: 'wrong horse' });
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { error: 'You entered an invalid sign in combination. Try again.', code: 'invalid_credentials' },
    ]);
  }
});

test('a code signs in once, in a browser that its person signed in with before', async () => {
  const browser = new PortalClient(portal);
  await browser.post('/login', { login: fields.accountName, password: fields.password });
  browser.cookies.set('token', 'gone');
  const code = await loginCode();
  const failed = 'Could not log in user with authentication code';
  const stranger = await post(new PortalClient(portal), '/auth/login/code', { code });
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { error: failed }]);

  const { token, user } = await readSignIn(await post(browser, '/auth/login/code', { code }));
  expect(user).toEqual((await meOf(owner)).user);
  expect((await byToken(portal, token, '/auth/me')).status).toBe(200);
  // A used code removes the invalid session cookie.
  const replayed = await post(browser, '/auth/login/code', { code });
  expect([replayed.status, await replayed.json()]).toMatchObject([401, { code: 'login_code_failed' }]);
  expect(browser.cookies.has('token')).toBe(false);
  expect(browser.cookies.has('device')).toBe(true);
  // It leaves the page's cookie alone where the call carried none, and where a script called: the page may have a newer session.
  for (const headers of [{}, { Cookie: `token=${'A'.repeat(43)}`, 'Sec-Fetch-Dest': 'empty' }]) {
    const again = await call(browser, 'POST', '/auth/login/code', { code }, headers);
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []]);
  }
  const late = await loginCode();
  await expireLink(database, late);
  expect((await post(browser, '/auth/login/code', { code: late })).status).toBe(401);
  // A session cookie that is still valid stays.
  expect((await post(member, '/auth/login/code', { code })).status).toBe(401);
  expect((await meOf(member)).user.role).toBe('member');
});

test('the confirmation mail is sent again, once a minute at most', async () => {
  const client = new PortalClient(portal);
  expect((await post(client, '/auth/resend-confirmation')).status).toBe(401);
  const { fields: registered } = await client.register();
  const soon = await post(client, '/auth/resend-confirmation');
  expect([soon.status, await soon.json()]).toMatchObject([429, { code: 'resend_too_soon' }]);
  expect(Number(soon.headers.get('Retry-After'))).toBeGreaterThan(50);
  const first = await client.confirmationToken(registered.email);
  await database.execute({
    sql: 'UPDATE users SET confirmation_sent_at = confirmation_sent_at - 60000 WHERE username = ?',
    args: [registered.accountName],
  });
  expect((await post(client, '/auth/resend-confirmation')).status).toBe(204);
  const second = await eventually(async () => {
    const [latest, ...earlier] = await client.mails(registered.email);
    return latest && earlier.length > 0 && tokenIn(latest);
  });
  expect(second).not.toBe(first);
  expect((await post(client, '/auth/confirm-email', { token: second })).status).toBe(200);
  // A confirmed person gets no further mail.
  expect((await post(owner, '/auth/resend-confirmation')).status).toBe(204);
});

test('signing out ends the session, is idempotent, and is refused from another site', async () => {
  const client = new PortalClient(portal);
  await client.post('/login', { login: fields.accountName, password: fields.password });
  const token = client.cookies.get('token') ?? '';
  for (const site of ['cross-site', 'same-site']) {
    const embedded = await call(client, 'GET', '/auth/logout', undefined, { 'Sec-Fetch-Site': site });
    expect([embedded.status, await embedded.json()], site).toMatchObject([403, { code: 'foreign_origin' }]);
  }
  // HEAD does not sign out either: its response has no body to read.
  expect((await call(client, 'HEAD', '/auth/logout')).status).toBe(405);
  expect((await byToken(portal, token, '/auth/me')).status).toBe(200);
  expect((await call(client, 'GET', '/auth/logout')).status).toBe(204);
  expect(client.cookies.has('token')).toBe(false);
  expect((await byToken(portal, token, '/auth/me')).status).toBe(401);
  expect((await call(client, 'GET', '/auth/logout')).status).toBe(204);
});

test('a magic link is sent to an owner, and the answer does not reveal whether the e-mail exists', async () => {
  const client = new PortalClient(portal);
  const answers = [fields.email, (await meOf(member)).user.email, 'nobody@example.com'].map((email) =>
    post(client, '/user/magic-link', { email }),
  );
  for (const answer of await Promise.all(answers)) {
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  }
  expect(tokenIn(await client.mail(fields.email, /link to sign in/))).toBeTruthy();
  const short = await post(client, '/user/magic-link', { email: 'a@b.c' });
  expect(await short.json()).toMatchObject({
    fields: { email: 'An email address has at least 6 characters.' },
  });
});
