import { createHmac } from 'node:crypto';
import { Paddle } from '@paddle/paddle-node-sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { verifyPaddleSignature } from '#app/integrations/paddle/signature.ts';
import { signatureHeader } from '#sandbox/paddle/signature.ts';

const now = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
const rawBody = JSON.stringify({ event_id: 'evt_1', event_type: 'customer.created', data: { name: 'Zoë' } });
const [secret, next] = ['pdl_ntfset_old', 'pdl_ntfset_new'];
const good = signatureHeader(rawBody, secret, now);
const h1By = (by: string) => signatureHeader(rawBody, by, now).split(';')[1];

function verify(header: string, { body = rawBody, secrets = [secret], at = now } = {}): boolean {
  return verifyPaddleSignature({ header, rawBody: body, secrets, now: at });
}

test('the official library accepts the same signatures', async () => {
  const official = new Paddle('key').webhooks;
  const at = Date.now();
  const fresh = signatureHeader(rawBody, secret, at);
  for (const [header, by] of [
    [fresh, secret],
    [signatureHeader(rawBody, next, at), next],
  ] as const) {
    expect(await official.isSignatureValid(rawBody, by, header)).toBe(true);
    expect(verify(header, { secrets: [by], at })).toBe(true);
  }
  expect(await official.isSignatureValid(rawBody, next, fresh)).toBe(false);
  expect(verify(fresh, { secrets: [next], at })).toBe(false);
});

test.each([
  ['as it is sent', good, true],
  ['none', '', false],
  ['by another secret', signatureHeader(rawBody, next, now), false],
  ['of another body', signatureHeader(`${rawBody} `, secret, now), false],
  ['without its instant', good.split(';')[1] ?? '', false],
  ['with another instant', good.replace(/ts=\d+/, `ts=${now / SECOND_MS + 1}`), false],
  ['with two instants', `ts=1;${good}`, false],
  ['with an invalid time', good.replace(/ts=\d+/, 'ts=now'), false],
  ['without a signature', good.split(';')[0] ?? '', false],
  ['cut off', good.slice(0, -1), false],
  ['the valid one first of several', `${good};h1=${'0'.repeat(64)}`, true],
  ['the valid one last of several', `ts=${now / SECOND_MS};h1=${'0'.repeat(64)};${h1By(secret)}`, true],
  ['with unknown parts', `${good};h2=${'0'.repeat(64)}`, true],
  ['longer than any', `${good};h1=${'0'.repeat(1_024)}`, false],
])('a signature %s', async (_name, header, expected) => {
  expect(verify(header)).toBe(expected);
});

test.each([
  [0, true],
  [5 * MINUTE_MS, true],
  [5 * MINUTE_MS + 1, false],
  [-5 * MINUTE_MS, true],
  [-5 * MINUTE_MS - 1, false],
])('a signature of %d ms ago', async (ageMs, expected) => {
  expect(verify(good, { at: now + ageMs })).toBe(expected);
});

test('accepts either of two secrets while one replaces the other', async () => {
  const both = `ts=${now / SECOND_MS};${h1By(next)};${h1By(secret)}`;
  for (const header of [both, good, signatureHeader(rawBody, next, now)]) {
    expect(verify(header, { secrets: [next, secret] })).toBe(true);
  }
  expect(verify(both, { secrets: [secret] })).toBe(true);
  expect(verify(both, { secrets: [next] })).toBe(true);
});

test('verifies nothing without a secret, or with an empty one', async () => {
  const ts = now / SECOND_MS;
  const h1 = createHmac('sha256', '').update(`${ts}:${rawBody}`).digest('hex');
  expect(verify(`ts=${ts};h1=${h1}`, { secrets: [] })).toBe(false);
  expect(verify(`ts=${ts};h1=${h1}`, { secrets: [''] })).toBe(false);
  expect(verify(good, { secrets: ['', secret] })).toBe(true);
});

test('refuses any header of a stranger without throwing', async () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('ts=', 'h1=', ';', '=', `ts=${now / SECOND_MS}`));
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.string(), async (parts, body) => {
      expect(verify(parts.join(';'), { body })).toBe(false);
    }),
    { numRuns: 500 },
  );
});
