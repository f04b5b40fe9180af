import { expect, test } from 'vitest';
import { turnstileCheck } from '#app/integrations/human-check/turnstile.ts';
import { testClient as client } from '../../support/own-database.ts';
import { json, Provider } from '../outbound/provider.ts';

/**
 * Cloudflare: a token passes once, and again with the UUID of its first use
 * (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/).
 */
async function startSiteverify() {
  const keys = new Map<string, string | undefined>();
  const provider = await Provider.start((_request, response) => {
    const { response: token, idempotency_key: key } = JSON.parse(provider.requests.at(-1)?.body ?? '') as {
      response: string;
      idempotency_key?: string;
    };
    const isRepeated = key !== undefined && keys.get(token) === key;
    const success = !keys.has(token) || isRepeated;
    if (success) keys.set(token, key);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success }));
  });
  return { provider, keys };
}

test('a second post of a form with the same token passes as the same check', async () => {
  const { provider, keys } = await startSiteverify();
  await using _ended = provider;
  const check = turnstileCheck({
    secretKey: 'secret',
    verifyUrl: provider.url,
    outbound: provider.client(),
  });
  // The first post found its account name taken.
  const first = await check.verify('token-1', client);
  expect(first).not.toBeNull();
  expect(await check.verify('token-1', client)).toEqual(first);
  const other = await check.verify('token-2', client);
  expect(other).not.toEqual(first);
  const uuids = [...keys.values()];
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(uuids).size).toBe(2);
});

const verifyAt = (provider: Provider) =>
  turnstileCheck({ secretKey: 'secret', verifyUrl: provider.url, outbound: provider.client() }).verify(
    't',
    client,
  );

test.each(['invalid-input-response', 'timeout-or-duplicate'])('refuses the visitor of %s', async (code) => {
  await using provider = await Provider.start(json({ success: false, 'error-codes': [code] }));
  expect(await verifyAt(provider)).toBeNull();
});

test.each([
  ['our secret is wrong', { success: false, 'error-codes': ['invalid-input-secret'] }],
  ['Cloudflare fails', { success: false, 'error-codes': ['internal-error'] }],
  ['the answer is of another kind', { error: 'down' }],
])('blames no visitor when %s', async (_what, answer) => {
  await using provider = await Provider.start(json(answer));
  await expect(verifyAt(provider)).rejects.toThrow();
});
