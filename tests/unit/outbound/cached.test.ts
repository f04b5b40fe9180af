import { expect, test } from 'vitest';
import { z } from 'zod';
import { hangUp, json, Provider } from './provider.ts';

const MINUTE_MS = 60_000;
const asIs = (answer: unknown) => answer;
const text = (answer: unknown) => z.string().parse(answer);

test('an answer serves for five minutes, and no longer', async () => {
  await using provider = await Provider.start(json('one'), json('two'));
  const client = provider.client();
  expect(await client.requestCached(provider.url, asIs)).toEqual({ value: 'one', isStale: false });
  provider.aheadMs += 5 * MINUTE_MS - 1_000;
  expect(await client.requestCached(provider.url, asIs)).toEqual({ value: 'one', isStale: false });
  expect(provider.requests).toHaveLength(1);
  provider.aheadMs += 1_000;
  expect(await client.requestCached(provider.url, asIs)).toEqual({ value: 'two', isStale: false });
});

test('only callers that allow it are answered from memory', async () => {
  await using provider = await Provider.start(json('one'), json('two'));
  const client = provider.client();
  await client.requestCached(provider.url, asIs);
  expect(await (await client.request(provider.url)).json()).toBe('two');
});

test.each([
  ['a failing server', json({}, 500)],
  ['no connection', hangUp],
  ['an answer that is not JSON', plain],
  ['an answer of another shape', json({ errors: [] })],
])('with %s the last good answer is served, and marked as stale', async (_case, trouble) => {
  await using provider = await Provider.start(json('good'), trouble);
  const client = provider.client();
  await client.requestCached(provider.url, text);
  provider.aheadMs += 60 * MINUTE_MS;
  expect(await client.requestCached(provider.url, text)).toEqual({ value: 'good', isStale: true });
  // Not every reader waits for a provider that is down.
  const asked = provider.requests.length;
  expect(await client.requestCached(provider.url, text)).toEqual({ value: 'good', isStale: true });
  expect(provider.requests).toHaveLength(asked);
});

function plain(_request: unknown, response: { end(text: string): void }): void {
  response.end('<html>');
}

test('not every reader waits for a provider that is down, and it is retried soon', async () => {
  await using provider = await Provider.start(json('good'), json({}, 500));
  const client = provider.client();
  await client.requestCached(provider.url, asIs);
  provider.aheadMs += 6 * MINUTE_MS;
  await client.requestCached(provider.url, asIs);
  const asked = provider.requests.length;
  await client.requestCached(provider.url, asIs);
  expect(provider.requests).toHaveLength(asked);
  provider.answers = [json('well again')];
  provider.aheadMs += 31_000;
  expect(await client.requestCached(provider.url, asIs)).toEqual({ value: 'well again', isStale: false });
});

test('without a remembered answer, or when refused, it fails', async () => {
  await using provider = await Provider.start(json({}, 500));
  await expect(provider.client().requestCached(provider.url, asIs)).rejects.toMatchObject({ status: 500 });

  await using refusing = await Provider.start(json('good'), json({}, 403));
  const client = refusing.client();
  await client.requestCached(refusing.url, asIs);
  refusing.aheadMs += 6 * MINUTE_MS;
  await expect(client.requestCached(refusing.url, asIs)).rejects.toMatchObject({ status: 403 });
});

test('keeps a separate answer for each address and reader', async () => {
  await using provider = await Provider.start(json(1), json(2), json(3));
  const client = provider.client();
  const get = (path: string, key: string) =>
    client.requestCached(`${provider.url}${path}`, asIs, { headers: { Authorization: key } });
  expect((await get('/a', 'ada')).value).toBe(1);
  expect((await get('/b', 'ada')).value).toBe(2);
  expect((await get('/a', 'eve')).value).toBe(3);
  expect((await get('/a', 'ada')).value).toBe(1);
});

test('caches no POST: each reaches the provider, and a GET of its address too', async () => {
  await using provider = await Provider.start(json(1), json(2), json(3));
  const client = provider.client();
  const post = async () => (await client.request(provider.url, { method: 'POST', body: 'a' })).json();
  expect([await post(), await post()]).toEqual([1, 2]);
  expect((await client.requestCached(provider.url, asIs)).value).toBe(3);
  expect(provider.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

test("caches an adapter's value for five minutes, and longer while the provider is down", async () => {
  await using provider = await Provider.start(json('one'), json('two'), json({}, 500));
  const client = provider.client();
  const post = async (body: string) => {
    const read = (answer: unknown) => `made of ${answer}`;
    return client.requestCached(provider.url, read, { method: 'POST', body, retry: 'safe' });
  };
  expect(await post('a')).toEqual({ value: 'made of one', isStale: false });
  expect(await post('b')).toEqual({ value: 'made of two', isStale: false });
  expect(await post('a')).toEqual({ value: 'made of one', isStale: false });
  expect(provider.requests).toHaveLength(2);
  provider.aheadMs += 6 * MINUTE_MS;
  expect(await post('a')).toEqual({ value: 'made of one', isStale: true });
});

test('a clock that moved back does not make an answer last forever', async () => {
  await using provider = await Provider.start(json('one'), json('two'));
  const client = provider.client();
  await client.requestCached(provider.url, asIs);
  provider.aheadMs -= 60 * MINUTE_MS;
  expect((await client.requestCached(provider.url, asIs)).value).toBe('two');
});

test('the memory is limited: the least recently used entry is dropped', async () => {
  await using provider = await Provider.start(json(1), json(2), json(3), json(4));
  const client = provider.client(2);
  await client.requestCached(`${provider.url}/a`, asIs);
  await client.requestCached(`${provider.url}/b`, asIs);
  await client.requestCached(`${provider.url}/a`, asIs);
  await client.requestCached(`${provider.url}/c`, asIs);
  expect((await client.requestCached(`${provider.url}/a`, asIs)).value).toBe(1);
  expect((await client.requestCached(`${provider.url}/b`, asIs)).value).toBe(4);
});
