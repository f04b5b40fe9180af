import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REMOVAL_WAIT_MS } from '#app/domain/access/second-factor.ts';
import { CONFIRMATION_RESEND_WAIT_MS } from '#app/domain/account/registration-lifetime.ts';
import { MAIL_TRIED_FOR_MS } from '#app/domain/mail/delivery.ts';
import { outboxBodySchema } from '#app/domain/mail/messages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { resendMailer } from '#app/integrations/mail/resend.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { viewerOf } from '../../support/own-database.ts';
import { json, Provider } from '../outbound/provider.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const { db, raw, stores } = await ownMemoryDatabase();
let provider: Provider;
let now: number;
let reported: string[];
let dropped: object[];

beforeEach(async () => {
  await raw.execute('DELETE FROM outbox');
  now = start;
  reported = [];
  dropped = [];
  provider = await Provider.start(json({ id: '1' }));
});

afterEach(() => provider[Symbol.asyncDispose]());

/** Ports of the delivery; the database and the provider's HTTP are real. A workspace's object never answers. */
const ports: Partial<DeliverOutboxPorts> = {
  clock: { now: () => now },
  outbox: stores.outbox,
  get mailer() {
    const outbound = provider.client();
    const settings = { key: 'key', from: 'hello@weft.example', portalUrl: 'https://weft.example' };
    return resendMailer({ ...settings, url: provider.url, outbound });
  },
  reportError: (error) => void reported.push(String(error)),
  logDroppedMail: (mail) => void dropped.push(mail),
};
const deliver = () => deliverOutbox(ports as DeliverOutboxPorts);

async function queue(id: string, kind: string, payload: object, createdAt = now) {
  await raw.execute({
    sql: 'INSERT INTO outbox (id, kind, payload, created_at, next_attempt_at) VALUES (?, ?, ?, ?, 0)',
    args: [id, kind, JSON.stringify(payload), createdAt],
  });
}

/** A mail without a limit per inbox. */
const queueMail = (id: string, to = 'ada@example.com', createdAt = now) =>
  queue(
    id,
    'mail',
    {
      template: 'payment_failed',
      to,
      data: { name: 'Ada', workspaceName: 'ada', amount: '$24.00', date: now },
    },
    createdAt,
  );

const answer = (status: number, name: string, message: string) => {
  provider.answers = [json({ statusCode: status, name, message }, status)];
};

async function row(id = 'msg_1') {
  const { rows } = await raw.execute({
    sql: 'SELECT delivered_at, payload, last_error, attempts FROM outbox WHERE id = ?',
    args: [id],
  });
  return { ...rows[0] };
}

/** Delivers as the cron does; leaves out the deliveries with nothing due, except the last one. */
async function passTime(durationMs: number, stepMs = MINUTE_MS) {
  const until = now + durationMs;
  while (now < until) {
    const { rows } = await raw.execute(
      'SELECT min(next_attempt_at) AS due_at FROM outbox WHERE delivered_at IS NULL',
    );
    const nextAt = Math.min(Number(rows[0]?.due_at ?? until), until - stepMs);
    now += Math.max(0, Math.ceil((nextAt - now) / stepMs)) * stepMs;
    await deliver();
    now += stepMs;
  }
}

describe('a mail that the provider refuses for good', () => {
  test.for([
    [422, 'validation_error', 'Invalid `to` field. The address needs to follow the format.'],
    [400, 'validation_error', 'The subject contains a line break.'],
    [413, 'payload_too_large', 'The mail is too large.'],
  ] as const)('is closed and reported once: %i', async ([status, name, message]) => {
    answer(status, name, message);
    await queueMail('msg_1', 'nobody@-');
    await passTime(2 * HOUR_MS);
    expect(await row()).toMatchObject({ delivered_at: start, payload: '{}', attempts: 1 });
    expect((await row()).last_error).toContain(`status ${status}`);
    expect(reported).toEqual([expect.stringContaining(`status ${status}`)]);
    expect(provider.requests).toHaveLength(1);
  });

  test('keeps no other mail from its delivery', async () => {
    provider.answers = [
      (request, response) =>
        json({}, provider.requests.at(-1)?.body.includes('nobody@-') ? 422 : 200)(request, response),
    ];
    await queueMail('msg_1', 'nobody@-');
    await queueMail('msg_2');
    await deliver();
    expect(await row('msg_2')).toMatchObject({ delivered_at: start, last_error: null });
  });
});

test('a mail of a newer deployment waits for that one, and keeps no other mail from its delivery', async () => {
  await queue('msg_1', 'mail', { template: 'of_tomorrow', to: 'ada@example.com', data: {} });
  await queueMail('msg_2');
  await deliver();
  expect(await row('msg_2')).toMatchObject({ delivered_at: start, last_error: null });
  expect(await row('msg_1')).toMatchObject({ delivered_at: null, attempts: 1 });
});

describe('the page of an unconfirmed person', () => {
  test.for([
    ['says so of a mail that is tried again', 503, true],
    ['says so of a mail that was refused for good', 422, true],
    ['says nothing of a delivered mail', 200, false],
  ] as const)('%s', async ([, status, expected]) => {
    const { account, statements } = newAccount(db, { step: 'confirm-email', subscription: null });
    await write(db, statements);
    const { userId, email } = account.owner;
    const registrations = stores.registrations;
    now = Date.now() + CONFIRMATION_RESEND_WAIT_MS;
    const data = { accountName: account.accountName, token: 'token' };
    await registrations.renewConfirmation({
      now,
      userId,
      emailNormalized: email,
      tokenHash: `hash-${status}`,
      cause: 'network:192.0.2.1',
      confirmMail: { template: 'confirm_email', to: email, data },
      alreadyRegisteredMail: { template: 'already_registered', to: email, data: {} },
    });
    const viewer = await viewerOf(db, account.owner.token);
    answer(status, 'validation_error', 'Invalid `to` field.');
    const ask = () => registrations.hasConfirmationMailFailed(userId, viewer.user.confirmationSentAt);
    expect(await ask()).toBe(false);
    await deliver();
    expect(await ask()).toBe(expected);
  });
});

describe('a refusal that says nothing about the mail', () => {
  test.for([
    [400, 'validation_error', 'API key is invalid'],
    [401, 'missing_api_key', 'Missing API key.'],
    [403, 'validation_error', 'The weft.example domain is not verified.'],
    [404, 'not_found', 'The requested endpoint does not exist.'],
    [405, 'method_not_allowed', 'This endpoint does not support the method.'],
    [408, 'timeout', 'The request took too long.'],
    [409, 'concurrent_idempotent_requests', 'The same key is in use.'],
    [422, 'invalid_from_address', 'Invalid `from` field.'],
    [425, 'too_early', 'Too early.'],
    [429, 'daily_quota_exceeded', 'You reached the quota of the day.'],
    [500, 'application_error', 'Unexpected.'],
  ] as const)('is tried again: %i', async ([status, name, message]) => {
    answer(status, name, message);
    await queueMail('msg_1');
    await passTime(10 * MINUTE_MS);
    expect(await row()).toMatchObject({ delivered_at: null, attempts: 5 });
    provider.answers = [json({ id: '1' })];
    await passTime(HOUR_MS);
    expect(await row()).toMatchObject({ last_error: null });
    expect((await row()).delivered_at).toBeGreaterThan(start);
  });
});

test('a mail whose words changed after the provider had sent it is delivered, and sent no second time', async () => {
  answer(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.');
  await queueMail('msg_1');
  await passTime(25 * HOUR_MS);
  expect(await row()).toMatchObject({ delivered_at: start, last_error: null, payload: '{}' });
  expect(provider.requests).toHaveLength(1);
  expect(reported).toEqual([]);
});

describe('a mail whose link expires while the provider is down', () => {
  const validFrom = start + REMOVAL_WAIT_MS;
  const named = { name: 'Ada' };
  const linkMails = [
    { template: 'confirm_email', data: { accountName: 'ada', token: 'secret' }, lastsMs: DAY_MS },
    { template: 'magic_link', data: { ...named, token: 'secret' }, lastsMs: 10 * MINUTE_MS },
    { template: 'reset_password', data: { ...named, token: 'secret' }, lastsMs: HOUR_MS },
    { template: 'confirm_new_email', data: { token: 'secret' }, lastsMs: DAY_MS },
    {
      template: 'second_factor_removal_requested',
      // Of a request after another one, whose dates it keeps.
      data: { ...named, removeToken: 'secret', keepToken: 'secret', validFrom: validFrom - DAY_MS },
      lastsMs: 2 * DAY_MS,
    },
  ];

  test.for(linkMails)('is dropped with a record: $template', async ({ template, data, lastsMs }) => {
    answer(503, 'service_unavailable', 'Down.');
    await queue('msg_1', 'mail', { template, to: 'ada@example.com', data });
    await passTime(lastsMs, MINUTE_MS);
    expect(await row()).toMatchObject({ delivered_at: null });
    provider.answers = [json({ id: '1' })];
    const tried = provider.requests.length;
    await passTime(HOUR_MS);
    expect(provider.requests).toHaveLength(tried);
    expect(dropped).toEqual([{ id: 'msg_1', template, reason: 'link_expired' }]);
    const closed = await row();
    expect(closed).toMatchObject({ payload: '{}', last_error: 'Its link has expired.' });
    expect(Number(closed.delivered_at)).toBeGreaterThanOrEqual(start + lastsMs);
  });

  test.for(linkMails)('is sent while its link works: $template', async ({ template, data, lastsMs }) => {
    await queue('msg_1', 'mail', { template, to: 'ada@example.com', data });
    now = start + lastsMs - 1;
    await deliver();
    expect(await row()).toMatchObject({ delivered_at: now, last_error: null });
    expect(provider.requests).toHaveLength(1);
  });

  test('keeps no other mail from its delivery, and is not counted against its inbox', async () => {
    const data = { ...named, token: 'secret' };
    for (const index of [1, 2, 3, 4, 5, 6])
      await queue(`msg_${index}`, 'mail', { template: 'magic_link', to: 'ada@example.com', data });
    await queueMail('msg_7');
    now = start + 11 * MINUTE_MS;
    await queue('msg_8', 'mail', { template: 'magic_link', to: 'ada@example.com', data });
    await deliver();
    expect(dropped).toHaveLength(6);
    expect(await row('msg_7')).toMatchObject({ delivered_at: now, last_error: null });
    expect(await row('msg_8')).toMatchObject({ delivered_at: now, last_error: null });
  });
});

describe('while the provider is down', () => {
  test('a mail is tried for three days, and reported once a day', async () => {
    answer(503, 'service_unavailable', 'Down.');
    await queueMail('msg_1');
    await passTime(MAIL_TRIED_FOR_MS - HOUR_MS, 5 * MINUTE_MS);
    expect(await row()).toMatchObject({ delivered_at: null });
    await passTime(5 * DAY_MS, 5 * MINUTE_MS);
    const closed = await row();
    expect(closed).toMatchObject({ payload: '{}' });
    expect(closed.last_error).toContain('status 503');
    expect(Number(closed.delivered_at) - start).toBeLessThan(MAIL_TRIED_FOR_MS + HOUR_MS);
    // At the fifth attempt, after each day, and when it is closed.
    expect(reported).toHaveLength(5);
  });

  test('a mail that waited longer is tried before it is closed', async () => {
    await queueMail('msg_1', 'ada@example.com', start - 2 * MAIL_TRIED_FOR_MS);
    await deliver();
    expect(await row()).toMatchObject({ delivered_at: start, last_error: null });
  });
});

test('a mail of a newer deployment waits for it, however long, and delays no other mail', async () => {
  await queue('msg_newer', 'mail', { template: 'of_a_newer_version', to: 'ada@example.com', data: {} });
  await queueMail('msg_1');
  await passTime(2 * MAIL_TRIED_FOR_MS, 15 * MINUTE_MS);
  expect(await row()).toMatchObject({ delivered_at: start });
  expect(await row('msg_newer')).toMatchObject({ delivered_at: null });
  // The newer deployment knows the template.
  const { payload } = await row('msg_newer');
  const known = String(payload).replace('of_a_newer_version', 'payment_failed');
  await raw.execute({ sql: "UPDATE outbox SET payload = ? WHERE id = 'msg_newer'", args: [known] });
  now += HOUR_MS;
  await deliver();
  expect((await row('msg_newer')).delivered_at).toBe(now);
});

/** The announcement of a payment has no use after some minutes, so its delivery ends by itself. */
const closing = ['mail', 'workspace.announce_payment'];
const kinds = outboxBodySchema.options.map(({ shape }) => shape.kind.value);

test.for(kinds.filter((kind) => !closing.includes(kind)))(
  'a %s is never closed undelivered',
  async (kind) => {
    // The ports have nothing that a delivery of this kind needs.
    await queue('msg_1', kind, { workspaceId: 'wks_1', listener: 'user:usr_1', lastSeenAt: null });
    await passTime(5 * DAY_MS, 15 * MINUTE_MS);
    expect(await row()).toMatchObject({ delivered_at: null });
    expect((await row()).payload).not.toBe('{}');
    expect(reported).toHaveLength(5);
  },
);
