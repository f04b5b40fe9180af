import { expect, test } from 'vitest';
import { mailKey, World } from './harness.ts';

const mail = {
  from: 'Weft Cloud <no-reply@weft.cloud>',
  to: 'ada@example.com',
  subject: 'Confirm your e-mail',
  html: '<p><a href="http://localhost:8787/confirm-email?token=abc">Confirm</a></p>',
  text: 'Open http://localhost:8787/confirm-email?token=abc',
};

const authorized = { authorization: `Bearer ${mailKey}` };

test('a sent mail is in the inbox of its recipient, newest first, whatever the case', async () => {
  await using world = await World.start();
  const first = await world.post('/emails', mail, authorized);
  expect(first.status).toBe(200);
  const { id } = await first.json();
  await world.post(
    '/emails',
    { ...mail, to: ['Ada <ADA@example.com>', 'bob@example.com'], subject: 'Second' },
    authorized,
  );

  const inbox = await (await world.get('/emails?to=ada%40example.com')).json();
  expect(inbox.map(({ subject }: { subject: string }) => subject)).toEqual(['Second', mail.subject]);
  expect(inbox[1]).toEqual({
    id,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(await (await world.get('/emails?to=bob@example.com')).json()).toHaveLength(1);
  expect(await (await world.get('/emails?to=nobody@example.com')).json()).toEqual([]);
});

test('an idempotency key sends once, refuses another payload, and is remembered over a restart', async () => {
  await using world = await World.start();
  const headers = { ...authorized, 'idempotency-key': 'confirm/usr_1' };
  const first = await (await world.post('/emails', mail, headers)).json();
  const again = await world.post('/emails', mail, headers);
  expect([again.status, await again.json()]).toEqual([200, first]);

  await world.restart();
  expect(await (await world.post('/emails', mail, headers)).json()).toEqual(first);
  const other = await world.post('/emails', { ...mail, subject: 'Other' }, headers);
  expect(other.status).toBe(409);
  expect(await other.json()).toEqual({
    statusCode: 409,
    name: 'invalid_idempotent_request',
    message: expect.any(String),
  });
  expect(await (await world.get('/emails')).json()).toHaveLength(1);
});

test('refuses a request without a User-Agent, in front of the API', async () => {
  await using world = await World.start();
  const refused = await world.post('/emails', mail, { ...authorized, 'user-agent': '' });
  expect([refused.status, await refused.text()]).toEqual([403, 'error code: 1010']);
});

test.each([
  ['no key', {}, mail, 401, 'missing_api_key'],
  ['a wrong key', { authorization: 'Bearer guess' }, mail, 400, 'validation_error'],
  ['no recipient', authorized, { ...mail, to: undefined }, 422, 'validation_error'],
  ['an invalid recipient', authorized, { ...mail, to: 'ada' }, 422, 'validation_error'],
  ['no subject', authorized, { ...mail, subject: undefined }, 422, 'validation_error'],
  [
    'neither html nor text',
    authorized,
    { ...mail, html: undefined, text: undefined },
    422,
    'validation_error',
  ],
  [
    'a key that is too long',
    { ...authorized, 'idempotency-key': 'k'.repeat(257) },
    mail,
    400,
    'invalid_idempotency_key',
  ],
])('refuses %s like Resend and sends nothing', async (_case, headers, body, status, name) => {
  await using world = await World.start();
  const response = await world.post('/emails', body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ statusCode: status, name, message: expect.any(String) });
  expect(await (await world.get('/emails')).json()).toEqual([]);
});

test('a body that is not JSON is 400 and one of 2 MB is 413', async () => {
  await using world = await World.start();
  const post = (body: string) => world.get('/emails', { method: 'POST', headers: authorized, body });
  expect((await post('{')).status).toBe(400);
  expect((await post('x'.repeat(2_000_000))).status).toBe(413);
});

test('the fault switch takes mail down, survives a restart, and ends', async () => {
  await using world = await World.start();
  expect((await world.post('/mail/faults', { mode: 'sideways' })).status).toBe(422);
  expect((await world.post('/mail/faults', { mode: 'down' })).status).toBe(200);
  expect((await world.post('/emails', mail, authorized)).status).toBe(503);
  await world.restart();
  expect((await world.post('/emails', mail, authorized)).status).toBe(503);
  await world.post('/mail/faults', { mode: 'none' });
  expect((await world.post('/emails', mail, authorized)).status).toBe(200);
});

test('the inbox shows a hostile mail without letting it act', async () => {
  await using world = await World.start();
  const hostile = { ...mail, subject: '<script>alert(1)</script>', html: '"><script>alert(2)</script>' };
  const { id } = await (await world.post('/emails', hostile, authorized)).json();
  for (const path of ['/inbox', `/inbox/${id}`, '/']) {
    const response = await world.get(path);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const page = await (await world.get(`/inbox/${id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain(
    '<a href="http://localhost:8787/confirm-email?token=abc" target="_blank" rel="noopener">',
  );
  expect((await world.get('/inbox/none')).status).toBe(404);
});
