import { expect, test } from 'vitest';
import { backoffMs, parseRetryAfterMs } from '#app/integrations/outbound/backoff.ts';
import { OutboundError } from '#app/integrations/outbound/errors.ts';
import { breakOffHalfway, hangUp, json, neverEnd, Provider } from './provider.ts';

async function failureOf(call: Promise<unknown>): Promise<OutboundError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof OutboundError)) throw new Error(`no OutboundError but ${String(outcome)}`);
  return outcome;
}

test('requests JSON, and returns the answer with its status and headers', async () => {
  await using provider = await Provider.start(json({ id: 7 }, 201, { 'x-request-id': 'abc' }));
  const response = await provider.client().request(`${provider.url}/things`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer key' },
    body: '{"a":1}',
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('x-request-id')).toBe('abc');
  expect(await response.json()).toEqual({ id: 7 });
  expect(provider.requests[0]).toMatchObject({
    method: 'POST',
    path: '/things',
    body: '{"a":1}',
    headers: { accept: 'application/json', 'user-agent': 'weft-cloud', authorization: 'Bearer key' },
  });
});

test('accepts an answer without a body', async () => {
  await using provider = await Provider.start((_request, response) => response.writeHead(204).end());
  const response = await provider.client().request(provider.url, { method: 'DELETE' });
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
});

test.each([
  ['a server that fails', json({}, 503)],
  ['a server that is busy', json({}, 429)],
  ['a connection that breaks', hangUp],
  ['an answer that breaks off', breakOffHalfway],
])('%s is retried when that is safe', async (_case, answer) => {
  await using provider = await Provider.start(answer, answer, json('well'));
  expect(await (await provider.client().request(provider.url)).json()).toBe('well');
  expect(provider.requests).toHaveLength(3);
  expect(provider.waits).toEqual([150, 300]);
});

test('after three attempts it fails with the provider’s status and message', async () => {
  await using provider = await Provider.start(json({ message: 'overloaded' }, 500));
  const error = await failureOf(provider.client().request(`${provider.url}/secret-path?token=x`));
  expect(error).toMatchObject({ kind: 'status', status: 500, isTransient: true });
  expect(error.body).toBe('{"message":"overloaded"}');
  expect(error.message).not.toMatch(/secret-path|token/);
  expect(provider.requests).toHaveLength(3);
});

test.each([
  ['a POST', { method: 'POST' } as const],
  ['a GET that must not be repeated', { retry: 'never' } as const],
])('%s is sent once', async (_case, options) => {
  await using provider = await Provider.start(json({}, 503));
  expect((await failureOf(provider.client().request(provider.url, options))).status).toBe(503);
  expect(provider.requests).toHaveLength(1);
});

test('a POST that is declared safe is repeated', async () => {
  await using provider = await Provider.start(hangUp, json('well'));
  await provider.client().request(provider.url, { method: 'POST', body: '{}', retry: 'safe' });
  expect(provider.requests.map(({ body }) => body)).toEqual(['{}', '{}']);
});

test('a refusal is not repeated, and does not count as an outage', async () => {
  await using provider = await Provider.start(json({}, 422));
  expect(await failureOf(provider.client().request(provider.url))).toMatchObject({
    kind: 'status',
    status: 422,
    isTransient: false,
  });
  expect(provider.requests).toHaveLength(1);
});

test('does not follow a redirect, which would leak the credentials', async () => {
  await using provider = await Provider.start(json({}, 302, { location: '/elsewhere' }));
  expect((await failureOf(provider.client().request(provider.url))).status).toBe(302);
  expect(provider.requests).toHaveLength(1);
});

test('Retry-After is respected within the deadline', async () => {
  await using provider = await Provider.start(json({}, 429, { 'retry-after': '2' }), json('well'));
  await provider.client().request(provider.url, { timeoutMs: 10_000 });
  expect(provider.waits).toEqual([2_000]);
});

test('Retry-After beyond the deadline ends the call immediately, and is in the error', async () => {
  await using provider = await Provider.start(json({}, 429, { 'retry-after': '60' }));
  const error = await failureOf(provider.client().request(provider.url, { timeoutMs: 5_000 }));
  expect(error).toMatchObject({ status: 429, retryAfterMs: 60_000 });
  expect(provider.requests).toHaveLength(1);
  expect(provider.waits).toEqual([]);
});

test('the deadline ends a call that gets no answer', async () => {
  await using provider = await Provider.start(neverEnd);
  const error = await failureOf(provider.client().request(provider.url, { timeoutMs: 80 }));
  expect(error.kind).toBe('timeout');
});

test('the deadline ends a call whose answer never ends', async () => {
  await using provider = await Provider.start((_request, response) => {
    response.writeHead(200);
    response.write('[');
  });
  expect((await failureOf(provider.client().request(provider.url, { timeoutMs: 80 }))).kind).toBe('timeout');
});

test('a refused connection is a network failure', async () => {
  const gone = await Provider.start(json({}));
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  expect(await failureOf(gone.client().request(url, { retry: 'never' }))).toMatchObject({
    kind: 'network',
    status: undefined,
    isTransient: true,
  });
});

test('an answer beyond the bound is refused before it is all in memory', async () => {
  await using provider = await Provider.start(json('x'.repeat(5_000)));
  const error = await failureOf(provider.client().request(provider.url, { maxBodyBytes: 1_000 }));
  expect(error.kind).toBe('body');
  expect(provider.requests).toHaveLength(1);
});

test('the waits grow, are jittered, and end at five seconds', () => {
  expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, 0))).toEqual([100, 200, 400, 800]);
  expect(backoffMs(1, 0.999)).toBe(200);
  expect(backoffMs(30, 0.999)).toBeLessThanOrEqual(5_000);
});

test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
  ['Wed, 21 Oct 2026 07:20:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['9999999999', undefined],
  [null, undefined],
])('Retry-After: %s', (header, expected) => {
  expect(parseRetryAfterMs(header, Date.parse('2026-10-21T07:28:00Z'))).toBe(expected);
});
