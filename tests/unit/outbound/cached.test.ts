import { expect, test } from 'vitest';
import { hangUp, json, Provider } from './provider.ts';

const MINUTE_MS = 60_000;

test('an answer serves for five minutes, and no longer', async () => {
  await using provider = await Provider.start(json('one'), json('two'));
  const client = provider.client();
  expect(await client.getCached(provider.url)).toEqual({ value: 'one', isStale: false });
  provider.aheadMs += 5 * MINUTE_MS - 1_000;
  expect(await client.getCached(provider.url)).toEqual({ value: 'one', isStale: false });
  expect(provider.requests).toHaveLength(1);
  provider.aheadMs += 1_000;
  expect(await client.getCached(provider.url)).toEqual({ value: 'two', isStale: false });
});

test('only callers that allow it are answered from memory', async () => {
  await using provider = await Provider.start(json('one'), json('two'));
  const client = provider.client();
  await client.getCached(provider.url);
  expect(await (await client.request(provider.url)).json()).toBe('two');
});

test.each([
  ['a failing server', json({}, 500)],
  ['no connection', hangUp],
  ['an answer that is not JSON', plain],
])('with %s the last good answer is served, and marked as stale', async (_case, trouble) => {
  await using provider = await Provider.start(json('good'), trouble);
  const client = provider.client();
  await client.getCached(provider.url);
  provider.aheadMs += 60 * MINUTE_MS;
  expect(await client.getCached(provider.url)).toEqual({ value: 'good', isStale: true });
});

function plain(_request: unknown, response: { end(text: string): void }): void {
  response.end('<html>');
}

test('not every reader waits for a provider that is down, and it is retried soon', async () => {
  await using provider = await Provider.start(json('good'), json({}, 500));
  const client = provider.client();
  await client.getCached(provider.url);
  provider.aheadMs += 6 * MINUTE_MS;
  await client.getCached(provider.url);
  const asked = provider.requests.length;
  await client.getCached(provider.url);
  expect(provider.requests).toHaveLength(asked);
  provider.answers = [json('well again')];
  provider.aheadMs += 31_000;
  expect(await client.getCached(provider.url)).toEqual({ value: 'well again', isStale: false });
});

test('without a remembered answer, or when refused, it fails', async () => {
  await using provider = await Provider.start(json({}, 500));
  await expect(provider.client().getCached(provider.url)).rejects.toMatchObject({ status: 500 });

  await using refusing = await Provider.start(json('good'), json({}, 403));
  const client = refusing.client();
  await client.getCached(refusing.url);
  refusing.aheadMs += 6 * MINUTE_MS;
  await expect(client.getCached(refusing.url)).rejects.toMatchObject({ status: 403 });
});

test('keeps a separate answer for each address and reader', async () => {
  await using provider = await Provider.start(json(1), json(2), json(3));
  const client = provider.client();
  const get = (path: string, key: string) =>
    client.getCached(`${provider.url}${path}`, { headers: { Authorization: key } });
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
  expect((await client.getCached(provider.url)).value).toBe(3);
  expect(provider.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

test("caches an adapter's value for five minutes, and longer while the provider is down", async () => {
  await using provider = await Provider.start(json('one'), json({}, 500));
  const client = provider.client();
  const ask = async () => `made of ${await (await client.request(provider.url)).json()}`;
  expect(await client.remember('key', ask)).toEqual({ value: 'made of one', isStale: false });
  expect(await client.remember('key', ask)).toEqual({ value: 'made of one', isStale: false });
  expect(provider.requests).toHaveLength(1);
  provider.aheadMs += 6 * MINUTE_MS;
  expect(await client.remember('key', ask)).toEqual({ value: 'made of one', isStale: true });
});

test('a clock that moved back does not make an answer last forever', async () => {
  await using provider = await Provider.start(json('one'), json('two'));
  const client = provider.client();
  await client.getCached(provider.url);
  provider.aheadMs -= 60 * MINUTE_MS;
  expect((await client.getCached(provider.url)).value).toBe('two');
});

test('the memory is limited: the least recently used entry is dropped', async () => {
  await using provider = await Provider.start(json(1), json(2), json(3), json(4));
  const client = provider.client(2);
  await client.getCached(`${provider.url}/a`);
  await client.getCached(`${provider.url}/b`);
  await client.getCached(`${provider.url}/a`);
  await client.getCached(`${provider.url}/c`);
  expect((await client.getCached(`${provider.url}/a`)).value).toBe(1);
  expect((await client.getCached(`${provider.url}/b`)).value).toBe(4);
});
