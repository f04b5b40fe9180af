import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors } from '#app/i18n/en/errors.ts';
import { en } from '#app/i18n/en/index.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { call } from '../support/api-calls.ts';
import { wordsOf } from '../support/backup-calls.ts';
import { addTeammate, type Owner, setUpOwner } from '../support/people.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

/** A separate stack: the test stops its database and reads its log, and no workspace in it may change. */
let stack: Stack;
let database: ReturnType<typeof openTestDatabase>;
let owner: Owner;
const log: string[] = [];
beforeAll(async () => {
  stack = await startTestStack({
    isDirect: true,
    variables: { OPERATIONS_DISABLED: 'true' },
    say: (line) => log.push(line),
  });
  database = openTestDatabase(stack.databaseUrl);
  owner = await setUpOwner(stack, database);
});
afterAll(async () => {
  database?.close();
  await stack?.stop();
});

const asPerson = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** @returns the page's words, and the log line of its reference. */
async function failurePage(response: Response): Promise<{ status: number; words: string; line: string }> {
  expect(response.headers.get('Content-Type')).toContain('text/html');
  const words = await wordsOf(response);
  expect(words).toContain('Back to the home page');
  const reference = words.match(/Reference: (req_[\w-]+)/)?.[1] ?? '';
  expect(reference).not.toBe('');
  const line = await eventually(async () => log.find((entry) => entry.includes(`"${reference}"`)));
  return { status: response.status, words, line };
}

/** One way to reach each kind of failure page, with its sentence. */
const failures: Array<[status: number, sentence: string, ask: () => Promise<Response>]> = [
  [404, 'This page could not be found', () => owner.client.get('/no-such-page')],
  [
    403,
    'Your role doesn’t allow this',
    async () => (await addTeammate(owner, database, 'member')).client.get('/manage'),
  ],
  [
    403,
    'This request came from another site and was refused',
    () =>
      owner.client.request('/login', {
        method: 'POST',
        headers: { ...asPerson, Origin: 'https://evil.example' },
      }),
  ],
  [
    405,
    'This address doesn’t accept this method',
    () =>
      owner.client.request('/manage/status', {
        method: 'POST',
        headers: { ...asPerson, ...form, Origin: stack.portalUrl },
        body: 'a=b',
      }),
  ],
  [
    413,
    'This request is too large',
    () =>
      owner.client.request('/register', {
        method: 'POST',
        headers: { ...asPerson, ...form, Origin: stack.portalUrl },
        body: `fullName=${'a'.repeat(2 * 1024 * 1024)}`,
      }),
  ],
  [
    415,
    'This address doesn’t accept this type of content',
    () =>
      owner.client.request('/register', {
        method: 'POST',
        headers: { ...asPerson, 'Content-Type': 'application/json', Origin: stack.portalUrl },
        body: '{}',
      }),
  ],
  [404, 'This file doesn’t exist', () => owner.client.get('/help/tickets/tkt_none/attachment')],
];

test.each(failures)('%i: %s', async (status, sentence, ask) => {
  const page = await failurePage(await ask());
  expect(page.status).toBe(status);
  expect(page.words).toContain(sentence);
  expect(JSON.parse(page.line)).toMatchObject({ status });
});

test('429 after too many posts, with Retry-After', async () => {
  const client = new PortalClient(stack);
  const post = () =>
    client.request('/login', {
      method: 'POST',
      headers: { ...asPerson, ...form, Origin: stack.portalUrl },
      body: '',
    });
  let last = await post();
  // 120 a minute, and as many again if the next minute starts meanwhile.
  for (let count = 0; last.status !== 429 && count < 250; count += 1) {
    await last.body?.cancel();
    last = await post();
  }
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await failurePage(last)).words).toContain('Too many attempts');
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  '%s gets the page of 405 too, with the methods of a page, and submits no form',
  async (method) => {
    const client = new PortalClient(stack);
    const { fields } = owner;
    const addresses = [
      ['/login', 'GET, HEAD, POST'],
      ['/login/', 'GET, HEAD, POST'],
      ['/help/tickets/tkt_none/attachment', 'GET, HEAD'],
    ] as const;
    for (const [path, allowed] of addresses) {
      const answer = await client.request(path, {
        method,
        headers: { ...asPerson, ...form, Origin: stack.portalUrl },
        ...(method !== 'OPTIONS' && {
          body: String(new URLSearchParams({ login: fields.email, password: fields.password })),
        }),
      });
      expect([path, answer.headers.get('Allow')]).toEqual([path, allowed]);
      expect((await failurePage(answer)).status).toBe(405);
    }
    expect(client.cookies.has('token')).toBe(false);
  },
);

test.each(['/manage/status', '/account/activity.csv'])(
  '%s, which has no form, names its methods',
  async (path) => {
    const answer = await owner.client.request(path, {
      method: 'POST',
      headers: { ...asPerson, ...form, Origin: stack.portalUrl },
      body: 'a=b',
    });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  },
);

test('a refusal of a script’s request has the same content as the page', async () => {
  const { client } = await addTeammate(owner, database, 'member');
  const answer = await client.get('/manage?_data=routes%2Fmanage');
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({
    code: 'forbidden',
    error: errors.forbidden,
    reference: expect.stringMatching(/^req_/),
  });
});

test('every page says so while workspaces must not be changed, and changes are refused', async () => {
  for (const path of ['/dashboard', '/manage', '/manage/export', '/help', '/account']) {
    expect(await wordsOf(await owner.client.get(path)), path).toContain('We have technical issues');
  }
  expect(await wordsOf(await owner.client.get('/forgot-password'))).not.toContain('technical issues');
  const sentence = 'We have technical issues, so workspaces can’t be changed right now.';
  for (const fields of [{ intent: 'restart' }, { timezone: 'Asia/Tokyo' }]) {
    const answer = await owner.client.post('/manage', fields);
    expect(answer.status).toBe(503);
    await answer.body?.cancel();
  }
  const calls = [
    await call(owner.client, 'PUT', '/instance/restart'),
    await call(owner.client, 'PUT', '/instance/configuration', { timezone: 'Asia/Tokyo' }),
    await call(owner.client, 'POST', '/export/workflows'),
    await call(owner.client, 'POST', '/instance/webhook-queue/replay', { path: '/webhook/orders' }),
    await call(owner.client, 'POST', '/instance/webhook-queue/drop', { path: '/webhook/orders' }),
  ];
  for (const answer of calls) {
    expect(answer.status).toBe(503);
    const { error, code } = (await answer.json()) as { error: string; code: string };
    expect({ code, says: error.startsWith(sentence) }).toEqual({ code: 'operations_disabled', says: true });
  }
});

test('refuses a backup with credentials while operations are disabled', async () => {
  const passphrase = 'correct horse battery staple';
  const answer = await owner.client.post('/manage/export/credentials', { passphrase, repeated: passphrase });
  expect(answer.status).toBe(503);
  expect(await wordsOf(answer)).toContain('can’t be changed, restarted or backed up right now.');
});

test('with the database down a page fails once, with a rendered error page, and visitors see theirs', async () => {
  await owner.client.get('/dashboard');
  await stack.killDatabase();
  try {
    const answer = await owner.client.get('/dashboard');
    expect(answer.headers.get('Retry-After')).toBe('10');
    // The workspace of a known session is called without waiting for the database.
    expect(answer.headers.get('Server-Timing')).toContain('object;desc="1"');
    const page = await failurePage(answer);
    expect(page.status).toBe(503);
    expect(page.words).toContain('A service we depend on isn’t responding');
    expect(page.words).toContain('Try again');
    expect(page.words).not.toContain(en.layout.sendAgain);
    expect(page.words).not.toMatch(/ECONN|sqlite|libsql|fetch/i);
    expect(JSON.parse(page.line)).toMatchObject({ level: 'error', path: '/dashboard' });
    const asked = await call(owner.client, 'GET', '/account/payments');
    expect([asked.status, asked.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(await asked.json()).toMatchObject({ code: 'user_not_loaded' });
    const stranger = new PortalClient(stack);
    expect((await stranger.get('/login')).status).toBe(200);
    expect((await stranger.get('/no-such-page')).status).toBe(404);
  } finally {
    await stack.startDatabase();
  }
  expect((await owner.client.get('/dashboard')).status).toBe(200);
});

test('a failed human check and refused input each leave a line, without the input', async () => {
  const client = new PortalClient(stack);
  const linesOf = () =>
    log.filter((line) => line.includes('"level":"refusal"') && line.includes(`"${client.address}"`));
  const { fields } = await client.register({ humanCheck: btoa('{"challenge":{}}') });
  const [check, refused] = await eventually(async () => linesOf().length === 2 && linesOf());
  expect(JSON.parse(check ?? '')).toMatchObject({ reason: 'human_check', method: 'POST', path: '/register' });
  expect(JSON.parse(refused ?? '')).toMatchObject({ status: 422, method: 'POST', path: '/register' });
  expect(JSON.parse(refused ?? '').reference).toBe(JSON.parse(check ?? '').reference);

  await call(client, 'POST', '/auth/login', { login: fields.email, password: 7 });
  const [, , input] = await eventually(async () => linesOf().length === 3 && linesOf());
  expect(JSON.parse(input ?? '')).toMatchObject({ path: '/api/auth/login' });
  for (const secret of [fields.email, fields.password, fields.accountName]) {
    expect(linesOf().join('\n')).not.toContain(secret);
  }
});
