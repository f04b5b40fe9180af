import { afterAll, expect, inject, test } from 'vitest';
import { assignVariant, EASY_AI_WORKFLOW } from '#app/domain/flags/experiments.ts';
import { setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const override = (accountId: string, flag: string, value: string) =>
  database.execute({
    sql: `INSERT INTO flag_overrides (account_id, flag, value, updated_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (account_id, flag) DO UPDATE SET value = excluded.value`,
    args: [accountId, flag, value, Date.now()],
  });

async function flagsOf(client: PortalClient) {
  const response = await client.get('/api/fe/config');
  const { featureFlags } = (await response.json()) as { featureFlags: unknown };
  const roundTrips = response.headers.get('Server-Timing')?.match(/db;desc="(\d+)"/)?.[1];
  return { status: response.status, featureFlags, roundTrips };
}

const asks = /May we count which pages are used\?/;
const settings = /href="\/consent"/;

async function pageOf(client: PortalClient, path = '/login', headers: Record<string, string> = {}) {
  const response = await client.request(path, { headers: { Accept: 'text/html', ...headers } });
  return response.text();
}

test('a visitor gets the configuration’s flags, without a round trip', async () => {
  expect(await flagsOf(new PortalClient(portal))).toEqual({
    status: 200,
    roundTrips: '0',
    featureFlags: { page_analytics: true },
  });
});

test('an account gets its half of the experiment, and its own overrides, in the same round trip', async () => {
  const { client, accountId } = await setUpOwner(portal, database);
  const assigned = assignVariant(EASY_AI_WORKFLOW, accountId);
  expect(await flagsOf(client)).toEqual({
    status: 200,
    roundTrips: '1',
    featureFlags: { page_analytics: true, [EASY_AI_WORKFLOW]: assigned },
  });
  const other = assigned === 'control' ? 'variant' : 'control';
  await override(accountId, EASY_AI_WORKFLOW, JSON.stringify(other));
  await override(accountId, 'a_flag_that_is_no_more', '1');
  expect((await flagsOf(client)).featureFlags).toEqual({ page_analytics: true, [EASY_AI_WORKFLOW]: other });
  // Other accounts' flags are unaffected.
  const { client: stranger, accountId: strangersId } = await setUpOwner(portal, database);
  expect((await flagsOf(stranger)).featureFlags).toMatchObject({
    [EASY_AI_WORKFLOW]: assignVariant(EASY_AI_WORKFLOW, strangersId),
  });
});

test('an invalid override leaves an empty map, and every page renders', async () => {
  const { client, accountId } = await setUpOwner(portal, database);
  await override(accountId, 'page_analytics', 'not JSON');
  expect(await flagsOf(client)).toEqual({ status: 200, roundTrips: '1', featureFlags: {} });
  const response = await client.get('/account');
  expect(response.status).toBe(200);
  expect(await response.text()).not.toMatch(asks);
});

test('counts only with consent; the choice is kept and can be withdrawn', async () => {
  const client = new PortalClient(portal);
  expect(await pageOf(client)).toMatch(asks);
  expect(await pageOf(client, '/consent')).toContain('You haven’t chosen yet.');

  const granted = await client.post('/consent', { choice: 'granted', returnPath: '/register' });
  expect([granted.status, granted.headers.get('Location')]).toEqual([302, '/register']);
  expect(granted.headers.getSetCookie()).toContain(
    'consent=granted; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
  );
  const page = await pageOf(client, '/register');
  expect(page).not.toMatch(asks);
  expect(page).toMatch(settings);
  expect(page).toContain('Choice saved.');
  expect(await pageOf(client, '/consent')).toContain('You allowed this.');

  await client.post('/consent', { choice: 'denied', returnPath: '//evil.example' });
  expect(client.cookies.get('consent')).toBe('denied');
  expect(await pageOf(client, '/consent')).toContain('You declined this.');
  expect(await pageOf(client)).not.toMatch(asks);

  const refused = await client.post('/consent', { choice: 'everything', returnPath: '/' });
  expect(refused.status).toBe(422);
  expect(client.cookies.get('consent')).toBe('denied');
});

test.each([{ 'Sec-GPC': '1' }, { DNT: '1' }])(
  'a browser that opted out is neither asked nor overruled: %o',
  async (signal) => {
    const client = new PortalClient(portal);
    const page = await pageOf(client, '/login', signal);
    expect(page).not.toMatch(asks);
    expect(page).toMatch(settings);
    client.cookies.set('consent', 'granted');
    expect(await pageOf(client, '/login', signal)).toContain('"consent":"refused"');
    expect(await pageOf(client, '/consent', signal)).toContain(
      'Your browser asks sites not to track you, so nothing is counted.',
    );
    expect(await pageOf(client, '/login')).toContain('"consent":"granted"');
  },
);

test('an account with analytics off is not asked either', async () => {
  const { client, accountId } = await setUpOwner(portal, database);
  expect(await pageOf(client, '/account')).toMatch(asks);
  await override(accountId, 'page_analytics', 'false');
  const page = await pageOf(client, '/account');
  expect(page).not.toMatch(asks);
  expect(page).not.toMatch(settings);
  expect((await client.get('/consent')).status).toBe(404);
});

test('the content policy only allows the counter and the tag manager', async () => {
  const { headers } = await new PortalClient(portal).get('/login');
  const directives = headers.get('Content-Security-Policy')?.split('; ') ?? [];
  const analytics = `http://analytics.localhost:${new URL(portal.sandboxUrl).port}`;
  const letIn = directives.filter((directive) => directive.includes(analytics));
  expect(letIn.map((directive) => directive.split(' ')[0])).toEqual(['script-src', 'img-src', 'connect-src']);
});

test('a visitor with a template keeps it through sign-in and setup', async () => {
  const visitor = new PortalClient(portal);
  const leads = async (client: PortalClient, path: string) =>
    (await client.get(path)).headers.get('Location');
  expect(await leads(visitor, '/?templateId=1234')).toBe('/login?templateId=1234');
  const login = await pageOf(visitor, '/login?templateId=1234');
  for (const path of ['/register', '/magic-link', '/forgot-password']) {
    expect(login).toContain(`href="${path}?templateId=1234"`);
  }
  const { fields } = await setUpOwner(portal, database);
  const signedIn = await visitor.post('/login?templateId=1234', {
    login: fields.accountName,
    password: fields.password,
  });
  expect(signedIn.headers.get('Location')).toBe('/dashboard?templateId=1234');
  expect(await leads(visitor, '/login?templateId=1234')).toBe('/dashboard?templateId=1234');

  const newcomer = new PortalClient(portal);
  await newcomer.register();
  expect(await leads(newcomer, '/dashboard?templateId=1234')).toBe('/confirm-email?templateId=1234');
  expect(await leads(newcomer, '/register?templateId=1234')).toBe('/confirm-email?templateId=1234');
  expect(await leads(newcomer, '/dashboard?templateId=..%2Fevil')).toBe('/confirm-email');
});
