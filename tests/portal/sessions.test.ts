import { describe, expect, inject, test } from 'vitest';
import { setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const scripted = { headers: { 'Sec-Fetch-Dest': 'empty' } };

test('sign-in accepts the user name or the confirmed e-mail, in any case', async () => {
  const { fields: owner } = await setUpOwner(portal, database);
  for (const login of [owner.accountName, owner.email, owner.email.toUpperCase()]) {
    const client = new PortalClient(portal);
    const answer = await client.post('/login', { login, password: owner.password });
    expect(answer.status).toBe(302);
    expect(client.cookies.get('token')).toMatch(/^[\w-]{43}$/);
  }
});

test('an unconfirmed e-mail cannot sign in; its account name can', async () => {
  const { fields } = await new PortalClient(portal).register();
  const byEmail = await new PortalClient(portal).post('/login', {
    login: fields.email,
    password: fields.password,
  });
  expect(byEmail.status).toBe(401);
  const byName = await new PortalClient(portal).post('/login', {
    login: fields.accountName,
    password: fields.password,
  });
  expect(byName.status).toBe(302);
});

test.for([
  ['a wrong password', (name: string) => ({ login: name, password: 'wrong horse' })],
  ['an unknown user', () => ({ login: 'nobody-of-that-name', password: 'wrong horse' })],
] as const)('%s gets the sentence of spec §8', async ([, form]) => {
  const { fields: owner } = await setUpOwner(portal, database);
  const answer = await new PortalClient(portal).post('/login', form(owner.accountName));
  expect(answer.status).toBe(401);
  const page = await answer.text();
  expect(page).toContain('You entered an invalid sign in combination. Try again.');
  expect(page).not.toContain('wrong horse');
});

test('repeated guesses are refused before the password is checked', async () => {
  const { fields: owner } = await setUpOwner(portal, database);
  for (let guess = 0; guess < 10; guess += 1) {
    await new PortalClient(portal).post('/login', { login: owner.accountName, password: `guess ${guess}` });
  }
  const right = await new PortalClient(portal).post('/login', {
    login: owner.accountName,
    password: owner.password,
  });
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test("signing out ends the session, says 'Logout succeeded' once and goes to /login", async () => {
  const client = new PortalClient(portal);
  await client.register();
  const token = client.cookies.get('token');
  const out = await client.post('/sign-out', {});
  expect(out.headers.get('Location')).toBe('/login');
  expect(await (await client.get('/login')).text()).toContain('Logout succeeded');
  expect(await (await client.get('/login')).text()).not.toContain('Logout succeeded');
  const thief = new PortalClient(portal);
  thief.cookies.set('token', token ?? '');
  const answer = await thief.get('/dashboard');
  expect(answer.headers.get('Location')).toBe('/?returnPath=%2Fdashboard');
});

test('an expired session says so and redirects home', async () => {
  const client = new PortalClient(portal);
  const { fields } = await client.register();
  await database.execute({
    sql: 'UPDATE sessions SET last_seen_at = 0 WHERE user_id = (SELECT id FROM users WHERE username = ?)',
    args: [fields.accountName],
  });
  const { visited, response } = await client.follow('/manage?templateId=1');
  const query = '?returnPath=%2Fmanage%3FtemplateId%3D1';
  expect(visited).toEqual(['/manage?templateId=1', `/${query}`, `/login${query}`]);
  expect(await response.text()).toContain('Session expired');
});

test.for(['/', '/login', '/register', '/magic-link', '/forgot-password', '/login/second-factor'])(
  'on %s, too, an expired session says so, once',
  async (path) => {
    const { client, userId } = await setUpOwner(portal, database);
    await database.execute({ sql: 'UPDATE sessions SET last_seen_at = 0 WHERE user_id = ?', args: [userId] });
    const { response } = await client.follow(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Session expired');
    expect(client.cookies.has('token')).toBe(false);
    expect(await (await client.follow(path)).response.text()).not.toContain('Session expired');
  },
);

test('an open page whose session ended or was signed out opens the sign-in as a new document', async () => {
  const { client, userId } = await setUpOwner(portal, database);
  await database.execute({ sql: 'UPDATE sessions SET last_seen_at = 0 WHERE user_id = ?', args: [userId] });
  // A click on a link requests only data, and keeps the frame with the person's name.
  const click = () => client.request('/help?_data=routes/help', { headers: { Accept: '*/*' } });
  for (const target of ['/?returnPath=%2Fhelp', '/login?returnPath=%2Fhelp']) {
    const { headers } = await click();
    expect(headers.get('X-Remix-Redirect')).toBe(target);
    expect(headers.get('X-Remix-Reload-Document')).toBe('true');
  }
});

test.for<[string, string, RequestInit]>([
  ['a script asks for a page’s data', '/dashboard?_data=routes/dashboard', scripted],
  ['a script asks for the data of the sign-in', '/login?_data=routes/login', scripted],
  ['a script asks whether the email is confirmed', '/confirm-email?_data=routes/confirm-email', scripted],
  ['a script calls the API', '/api/instance', scripted],
  ['a form is posted', '/account', { method: 'POST', headers: { 'Sec-Fetch-Dest': 'document' } }],
  ['a public form is posted', '/register', { method: 'POST', headers: { 'Sec-Fetch-Dest': 'document' } }],
])('when %s, an expired session keeps its cookie until the next page', async ([, path, init]) => {
  const { client, userId } = await setUpOwner(portal, database);
  await database.execute({ sql: 'UPDATE sessions SET last_seen_at = 0 WHERE user_id = ?', args: [userId] });
  // Its answer could arrive after that of a sign-in in another tab.
  const answer = await client.request(path, {
    ...init,
    headers: { Origin: portal.portalUrl, ...init.headers },
  });
  expect(answer.headers.getSetCookie().join()).not.toContain('token=');
  expect(await (await client.follow('/dashboard')).response.text()).toContain('Session expired');
  expect(client.cookies.has('token')).toBe(false);
});

test('a click that leads to the sign-in after the session expired opens it as a new document, which says so', async () => {
  const { client, userId } = await setUpOwner(portal, database);
  await database.execute({ sql: 'UPDATE sessions SET last_seen_at = 0 WHERE user_id = ?', args: [userId] });
  const { headers } = await client.request('/login?_data=routes/login', scripted);
  expect(headers.get('X-Remix-Redirect')).toBe('/login');
  expect(headers.get('X-Remix-Reload-Document')).toBe('true');
  expect(await (await client.follow('/login')).response.text()).toContain('Session expired');
});

test('after a call has removed an expired session, the next page says so', async () => {
  const { client, userId } = await setUpOwner(portal, database);
  await database.execute({ sql: 'UPDATE sessions SET last_seen_at = 0 WHERE user_id = ?', args: [userId] });
  expect((await client.request('/api/instance')).status).toBe(401);
  expect(client.cookies.has('token')).toBe(false);
  expect(await (await client.follow('/dashboard')).response.text()).toContain('Session expired');
});

test.for([
  ['two Bearer tokens', (token: string) => [`Bearer ${token}`, `Bearer ${token}`]],
  ['a Bearer token beside another scheme', (token: string) => ['Basic YTpi', `Bearer ${token}`]],
  ['another scheme alone', () => ['Basic YTpi']],
  ['a truncated token', (token: string) => [`Bearer ${token.slice(0, -1)}`]],
  ['a token of 10 kB', (token: string) => [`Bearer ${token.repeat(250)}`]],
] as const)('%s is refused, whatever the cookie says', async ([, headersOf]) => {
  const { client } = await setUpOwner(portal, database);
  const headers = new Headers();
  for (const value of headersOf(client.cookies.get('token') ?? '')) headers.append('Authorization', value);
  const answer = await client.request('/api/auth/me', { headers });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: 'Session expired', code: 'session_expired' });
  expect(answer.headers.getSetCookie().join()).toMatch(/token=;.*Max-Age=0/);
});

describe('return paths', () => {
  test.for([
    ['/invite-teammate', '/invite-teammate'],
    ['//evil.example', '/dashboard'],
    ['/\\evil', '/dashboard'],
    ['/a.b', '/dashboard'],
    ['/manage/export/bkp_1/download', '/dashboard'],
    ['https:evil', '/dashboard'],
    ['%2F%2Fevil', '/dashboard'],
    ['/a\nb', '/dashboard'],
    [`/${'a'.repeat(10_000)}`, '/dashboard'],
  ] as const)('%s redirects to %s', async ([returnPath, target]) => {
    const { fields: owner } = await setUpOwner(portal, database);
    const answer = await new PortalClient(portal).post(`/login?${new URLSearchParams({ returnPath })}`, {
      login: owner.accountName,
      password: owner.password,
    });
    expect(answer.headers.get('Location')).toBe(target);
  });
});
