import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { idsOf } from '../support/people.ts';
import { PortalClient, uniqueName } from '../support/portal-client.ts';
import { eventCount } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

const HOUR_MS = 3_600_000;
/** Twenty times what reaches the hash. */
const GUESSES = 200;
const AT_ONCE = 25;
/** Attempts that reach the password hash within an hour. */
const HASHED = 10;

test('200 addresses guess: ten reach the hash, and the owner still signs in from a known browser', async () => {
  const home = new PortalClient(portal);
  const owner = await home.registerConfirmed();
  const { userId, accountId } = await idsOf(database, owner.accountName);
  await home.post('/sign-out', {});

  // Every spelling of the login is one person and one counter.
  const logins = [owner.accountName, owner.email, owner.email.toUpperCase(), ` ${owner.accountName} `];
  const answers: Array<{ status: number; retryAfter: string | null; body: string }> = [];
  const guess = async (number: number) => {
    // Posts as the page's script does, so that no response renders a page.
    const answer = await new PortalClient(portal).post('/login?_data=routes%2Flogin', {
      login: logins[number % logins.length] ?? '',
      password: `guess number ${number}`,
    });
    const { status, headers } = answer;
    answers.push({ status, retryAfter: headers.get('Retry-After'), body: await answer.text() });
  };
  for (let start = 0; start < GUESSES; start += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => guess(start + index)));
  }
  expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(GUESSES - HASHED);
  for (const { retryAfter } of refused) {
    expect(Number(retryAfter)).toBeGreaterThan(HOUR_MS / 2_000);
    expect(Number(retryAfter)).toBeLessThanOrEqual(HOUR_MS / 1_000);
  }
  // The owner sees the attempts, without being flooded.
  expect(await eventCount(database, accountId, 'sign_in_failed')).toBe(HASHED);
  expect(await eventCount(database, accountId, 'sign_in_throttled')).toBe(1);

  const right = { login: owner.email, password: owner.password };
  const unknown = new PortalClient(portal);
  const held = await unknown.post('/login', right);
  expect(held.status).toBe(429);
  expect(await held.text()).toContain('Too many attempts. Please wait a while and try again.');
  expect(unknown.cookies.has('token')).toBe(false);
  // A device cookie of another person does not help.
  const neighbor = new PortalClient(portal);
  await neighbor.register();
  await neighbor.post('/sign-out', {});
  expect(neighbor.cookies.has('device')).toBe(true);
  expect((await neighbor.post('/login', right)).status).toBe(429);

  expect(home.cookies.has('device')).toBe(true);
  expect((await home.post('/login', right)).status).toBe(302);
  expect((await home.follow('/account')).response.status).toBe(200);

  const moved = await database.execute({
    sql: 'UPDATE throttles SET window_started_at = window_started_at - ? WHERE key = ?',
    args: [HOUR_MS, `sign_in:account:${userId}`],
  });
  expect(moved.rowsAffected).toBe(1);
  expect((await unknown.post('/login', right)).status).toBe(302);
});

test('a known browser has its own ten guesses', async () => {
  const home = new PortalClient(portal);
  const { fields } = await home.register();
  await home.post('/sign-out', {});
  const guess = () => home.post('/login', { login: fields.accountName, password: 'guess of the household' });
  for (let attempt = 0; attempt < HASHED; attempt += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  // The known browser's limit is separate: other browsers still have the account's attempts.
  const elsewhere = await new PortalClient(portal).post('/login', {
    login: fields.accountName,
    password: fields.password,
  });
  expect(elsewhere.status).toBe(302);
});

test('an unknown login is throttled like a known one', async () => {
  const login = uniqueName('nobody');
  const guess = () => new PortalClient(portal).post('/login', { login, password: 'guess' });
  const answers = await Promise.all(Array.from({ length: HASHED + 5 }, guess));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(HASHED);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});

/** Two clients that a limit counts as one. */
const alike = {
  'one address': () => {
    const client = new PortalClient(portal);
    return { counted: client.address, clients: [client, client] };
  },
  'one IPv6 network': () => {
    const network = `2001:db8:${randomBytes(1)[0]?.toString(16)}:1`;
    const clients = ['::1', ':2:3:4:5'].map((host) => new PortalClient(portal, network + host));
    return { counted: `${network}::/64`, clients };
  },
};

test.for(Object.entries(alike))('%s that tries many accounts is throttled', async ([_name, make]) => {
  const { counted, clients } = make();
  await database.execute({
    sql: 'INSERT INTO throttles (key, window_started_at, count) VALUES (?, ?, 99)',
    args: [`sign_in:address:${counted}`, Date.now()],
  });
  const statuses = [];
  for (const client of clients) {
    const guess = await client.post('/login', { login: uniqueName('nobody'), password: 'guess' });
    statuses.push(guess.status);
  }
  expect(statuses).toEqual([401, 429]);
});
