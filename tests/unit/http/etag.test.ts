import { expect, test } from 'vitest';
import { cacheableJson } from '#app/api/plumbing/etag.ts';

const ask = (known?: string) =>
  new Request('https://portal.test/api', known === undefined ? {} : { headers: { 'If-None-Match': known } });

const keeping = { cacheControl: 'private, no-cache', vary: 'Authorization, Cookie' };

test('the tag depends only on the body, and the answer declares who can cache it', async () => {
  const one = await cacheableJson(ask(), { a: 1 }, keeping);
  const same = await cacheableJson(ask(), { a: 1 }, { cacheControl: 'public' });
  const other = await cacheableJson(ask(), { a: 2 }, keeping);
  const tag = one.headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  expect(same.headers.get('ETag')).toBe(tag);
  expect(other.headers.get('ETag')).not.toBe(tag);
  expect(await one.json()).toEqual({ a: 1 });
  expect(Object.fromEntries(one.headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Cookie',
    'content-type': 'application/json',
  });
  const known = await cacheableJson(ask(tag), { a: 1 }, keeping);
  expect([known.status, await known.text(), known.headers.get('Vary')]).toEqual([
    304,
    '',
    'Authorization, Cookie',
  ]);
  expect((await cacheableJson(ask(tag), { a: 2 }, keeping)).status).toBe(200);
});
