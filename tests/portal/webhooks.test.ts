import { execFile } from 'node:child_process';
import { afterAll, expect, inject, test } from 'vitest';
import { signatureHeader } from '#sandbox/paddle/signature.ts';
import { meOf } from '../support/api-calls.ts';
import { readBilledState, readKept } from '../support/billed-state.ts';
import { newPaddleId, paddleEvent, paddleSubscription, setUpBuyer } from '../support/paddle-events.ts';
import type { Owner } from '../support/people.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const secret = portal.webhookSecret;
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const MINUTE_MS = 60_000;

function send(body: string, signature: string | null, headers: Record<string, string> = {}) {
  const signed = signature === null ? {} : { 'Paddle-Signature': signature };
  return fetch(new URL('/webhooks/paddle', portal.portalUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signed, ...headers },
    body,
  });
}

function sendSigned(body: string, headers: Record<string, string> = {}) {
  return send(body, signatureHeader(body, secret, Date.now()), headers);
}

async function codeOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { code: unknown }).code;
}

const untouched = { plan: 'trial-1', revision: 1, subscription: null, effects: [] };

async function welcomes({ client, fields }: Owner): Promise<number> {
  return (await client.mails(fields.email)).filter(({ subject }) => /^Welcome to the/.test(subject)).length;
}

test('a subscription sent five times concurrently is applied once, with its workspace message and its mail', async () => {
  const owner = await setUpBuyer(portal, database);
  const subscription = paddleSubscription(owner.accountId);
  const { id, body } = paddleEvent('subscription.created', subscription);
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendSigned(body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);

  expect(await readKept(database, id)).toBe('subscription');
  expect(await readBilledState(database, owner.accountId)).toMatchObject({
    plan: 'starter',
    revision: 2,
    subscription: subscription.id,
    event: id,
    status: 'active',
    effects: ['mail', 'workspace.send_facts'],
  });
  await owner.client.mail(owner.fields.email, /^Welcome to the Starter plan/);
  expect(await welcomes(owner)).toBe(1);
});

test('an older event that arrives later changes nothing', async () => {
  const owner = await setUpBuyer(portal, database);
  const bought = paddleSubscription(owner.accountId);
  const changed = paddleSubscription(owner.accountId, { id: bought.id, planId: 'pro-1', period: 'yearly' });
  const earlier = new Date(Date.now() - MINUTE_MS).toISOString();
  const first = paddleEvent('subscription.created', bought, earlier);
  const second = paddleEvent('subscription.updated', changed);
  for (const { body } of [second, first]) expect((await sendSigned(body)).status).toBe(200);
  expect(await readBilledState(database, owner.accountId)).toMatchObject({
    plan: 'pro-1',
    revision: 2,
    event: second.id,
  });
});

const sign = (body: string, { by = secret, at = Date.now() } = {}) => signatureHeader(body, by, at);

test.for<[string, (body: string) => string | null]>([
  ['none', () => null],
  ['an empty one', () => ''],
  ['for another body', (body) => sign(`${body} `)],
  ['a truncated one', (body) => sign(body).slice(0, -1)],
  ['one without its time', (body) => sign(body).replace(/^ts=\d+;/, '')],
  ['one with a changed time', (body) => sign(body).replace(/\d;/, (last) => `${9 - Number(last[0])};`)],
  ['with another secret', (body) => sign(body, { by: 'another secret' })],
  ['without a secret', (body) => sign(body, { by: '' })],
  ['six minutes old', (body) => sign(body, { at: Date.now() - 6 * MINUTE_MS })],
  ['six minutes in the future', (body) => sign(body, { at: Date.now() + 6 * MINUTE_MS })],
])('refuses an invalid signature and stores nothing: %s', async ([, signatureFor]) => {
  const owner = await setUpBuyer(portal, database);
  const { id, body } = paddleEvent('subscription.created', paddleSubscription(owner.accountId));
  const answer = await send(body, signatureFor(body));
  expect(answer.status).toBe(401);
  expect(await codeOf(answer)).toBe('signature_invalid');
  expect(await readKept(database, id)).toBeNull();
  expect(await readBilledState(database, owner.accountId)).toMatchObject(untouched);
});

test('the right signature of several is enough while a secret is replaced', async () => {
  const { id, body } = paddleEvent('customer.updated', {});
  const ours = sign(body);
  const theirs = sign(body, { by: 'another secret' }).split(';')[1];
  const answer = await send(body, ours.replace(';', `;${theirs};h1=${'0'.repeat(64)};`));
  expect(answer.status).toBe(200);
  expect(await readKept(database, id)).toBe('unknown-type');
});

test('a body over 1 MB is refused, although it is signed', async () => {
  const { id, body } = paddleEvent('customer.updated', { name: 'a'.repeat(1_024 * 1_024) });
  const answer = await sendSigned(body);
  expect(answer.status).toBe(413);
  expect(await codeOf(answer)).toBe('body_too_large');
  expect(await readKept(database, id)).toBeNull();
});

test.for([
  ['no JSON', 'event_id=evt_1'],
  ['nothing', ''],
  ['JSON that is not an object', '[]'],
  ['an event without an id', '{"event_type":"subscription.created","occurred_at":"2026-01-01T00:00:00Z"}'],
  ['an event of no time', '{"event_id":"evt_1","event_type":"subscription.created","occurred_at":"today"}'],
])('refuses a signed body that is not an event: %s', async ([, body = '']) => {
  const answer = await sendSigned(body);
  expect(answer.status).toBe(400);
  expect(await codeOf(answer)).toBe('malformed_body');
});

test('an event of an unknown type is kept', async () => {
  const { id, body } = paddleEvent('report.created', { id: newPaddleId('rep') });
  expect((await sendSigned(body)).status).toBe(200);
  expect(await readKept(database, id)).toBe('unknown-type');
});

/** The same subscription with a price of another meaning. */
function withMeaning(subscription: ReturnType<typeof paddleSubscription>, custom_data: object | null) {
  const [item] = subscription.items;
  return { ...subscription, items: [{ ...item, price: { ...item?.price, custom_data } }] };
}

test.for([
  ['no meaning', null],
  ['an unknown plan', { planId: 'gold', kind: 'plan', period: 'monthly' }],
  ['an extra without its plan', { planId: 'custom', kind: 'executions', period: 'monthly' }],
])('a price that is not ours is kept and not applied: %s', async ([, meaning]) => {
  const owner = await setUpBuyer(portal, database);
  const foreign = withMeaning(paddleSubscription(owner.accountId), meaning as object | null);
  const { id, body } = paddleEvent('subscription.created', foreign);
  expect((await sendSigned(body)).status).toBe(200);
  expect(await readKept(database, id)).toBe('unknown-price');
  expect(await readBilledState(database, owner.accountId)).toMatchObject(untouched);
});

test.for(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('accepts only POST: no %s', async (method) => {
  const answer = await fetch(new URL('/webhooks/paddle', portal.portalUrl), { method });
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
  if (method !== 'HEAD') expect(await codeOf(answer)).toBe('method_not_allowed');
});

test('a session replaces no signature, and a signed webhook ignores it', async () => {
  const owner = await setUpBuyer(portal, database);
  const { id, body } = paddleEvent('customer.updated', {});
  const post = (signature: Record<string, string>) =>
    owner.client.request('/webhooks/paddle', {
      method: 'POST',
      headers: { Origin: portal.portalUrl, ...signature },
      body,
    });
  expect((await post({})).status).toBe(401);
  expect(await readKept(database, id)).toBeNull();
  expect((await post({ 'Paddle-Signature': sign(body) })).status).toBe(200);
  expect(await readKept(database, id)).toBe('unknown-type');
  expect(owner.client.cookies.has('token')).toBe(true);
});

test('refuses a browser’s request from another site', async () => {
  const { id, body } = paddleEvent('customer.updated', {});
  const answer = await sendSigned(body, { Origin: 'https://evil.example' });
  expect(answer.status).toBe(403);
  expect(await codeOf(answer)).toBe('foreign_origin');
  expect(await readKept(database, id)).toBeNull();
});

/** Runs the operator's command. @returns its exit code and output. */
function replay(eventId: string, overrides: Record<string, string> = {}) {
  const env = {
    ...process.env,
    DATABASE_URL: portal.databaseUrl,
    DATABASE_TOKEN: '',
    PADDLE_WEBHOOK_SECRET: `${secret}, the one before`,
    PORTAL_URL: portal.portalUrl,
    ...overrides,
  };
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, ['scripts/replay-event.ts', eventId], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });
}

test('replaying an event with a corrected stored body applies it, once', async () => {
  const owner = await setUpBuyer(portal, database);
  const subscription = paddleSubscription(owner.accountId);
  const { id, body } = paddleEvent('subscription.created', withMeaning(subscription, null));
  await sendSigned(body);
  expect(await readBilledState(database, owner.accountId)).toMatchObject(untouched);

  await database.execute({
    sql: 'UPDATE provider_events SET body = ? WHERE id = ?',
    args: [JSON.stringify({ ...JSON.parse(body), data: subscription }), id],
  });
  for (let time = 1; time <= 2; time += 1) {
    const { code, said } = await replay(id);
    expect(said).toContain(`${id} was accepted: ${portal.portalUrl} answered 200`);
    expect(code).toBe(0);
    expect(await readKept(database, id)).toBe('subscription');
    expect(await readBilledState(database, owner.accountId)).toMatchObject({
      plan: 'starter',
      revision: 2,
      subscription: subscription.id,
      event: id,
      effects: ['mail', 'workspace.send_facts'],
    });
  }
});

test('reports an event that cannot be replayed', async () => {
  expect(await replay('evt_none')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/no event evt_none/),
  });

  const id = newPaddleId('evt');
  await database.execute({
    sql: `INSERT INTO provider_events (id, type, occurred_at, received_at, outcome, body)
      VALUES (?1, 'subscription.answered', '2026-01-01T00:00:00Z', 1, 'subscription', ?2)`,
    args: [id, JSON.stringify({ id, type: 'subscription.answered' })],
  });
  expect(await replay(id)).toMatchObject({ code: 1, said: expect.stringMatching(/cannot be replayed/) });

  const missing = await replay(id, { PADDLE_WEBHOOK_SECRET: '', PORTAL_URL: '' });
  expect(missing).toMatchObject({
    code: 1,
    said: expect.stringMatching(/: PADDLE_WEBHOOK_SECRET, PORTAL_URL/),
  });
});

test('a replay that the portal refuses fails with the portal’s answer', async () => {
  const { id, body } = paddleEvent('customer.updated', {});
  await sendSigned(body);
  const refused = await replay(id, { PADDLE_WEBHOOK_SECRET: 'another secret' });
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/answered 401 .*signature_invalid/) });
});

test('takes from the newest event whether an account’s prices include tax', async () => {
  const owner = await setUpBuyer(portal, database);
  const subscription = paddleSubscription(owner.accountId);
  const taxed = (tax_mode: string) => ({
    ...subscription,
    items: subscription.items.map((item) => ({ ...item, price: { ...item.price, tax_mode } })),
  });
  const taxInclusive = async () => (await meOf(owner.client)).account.taxInclusive;
  expect(await taxInclusive()).toBe(false);
  const cases = [
    ['subscription.created', 'internal', true],
    ['subscription.updated', 'external', false],
  ] as const;
  for (const [index, [type, mode, expected]] of cases.entries()) {
    const at = new Date(Date.now() + index * MINUTE_MS).toISOString();
    expect((await sendSigned(paddleEvent(type, taxed(mode), at).body)).status).toBe(200);
    expect(await taxInclusive()).toBe(expected);
  }
});
