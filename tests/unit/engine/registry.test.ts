import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { lookUpDigest } from '#engine/image/registry.ts';

const DIGEST = `sha256:${'a1'.repeat(32)}`;
const image = { name: 'n8nio/n8n', tag: '2.41.1' };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a registry on this machine. @returns its base URL. */
async function registry(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('reads the digest of a tag from a public registry, for any processor', async () => {
  const asked: unknown[] = [];
  const url = await registry((request, response) => {
    asked.push([request.method, request.url, String(request.headers.accept).includes('image.index.v1')]);
    response.setHeader('Docker-Content-Digest', DIGEST).end();
  });
  expect(await lookUpDigest({ registry: url, ...image })).toBe(DIGEST);
  expect(asked).toEqual([['HEAD', '/v2/n8nio/n8n/manifests/2.41.1', true]]);
});

test.for(['token', 'access_token'])('uses the token of the registry’s challenge, %s', async (field) => {
  const url = await registry((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    if (pathname === '/token') return response.end(JSON.stringify({ [field]: searchParams.get('scope') }));
    if (request.headers.authorization !== 'Bearer repository:n8nio/n8n:pull') {
      const challenge = `Bearer realm="${url}/token",service="registry",scope="repository:n8nio/n8n:pull"`;
      return response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
    }
    return response.setHeader('Docker-Content-Digest', DIGEST).end();
  });
  expect(await lookUpDigest({ registry: url, ...image })).toBe(DIGEST);
});

test.for<[string, number, Record<string, string>, RegExp]>([
  ['an unknown tag', 404, {}, /2\.41\.1 answered 404 with no digest/],
  ['no digest', 200, {}, /answered 200 with no digest/],
  ['half a digest', 200, { 'Docker-Content-Digest': 'sha256:a1' }, /the digest sha256:a1\./],
  ['a digest of another kind', 200, { 'Docker-Content-Digest': `md5:${'a'.repeat(32)}` }, /the digest md5:/],
  [
    'a request for a password',
    401,
    { 'WWW-Authenticate': 'Basic realm="n8n"' },
    /asks for unsupported credentials: Basic/,
  ],
  ['no challenge', 401, {}, /answered 401 with no digest/],
])('refuses %s as a digest', async ([, status, headers, message]) => {
  const url = await registry((_request, response) => response.writeHead(status, headers).end());
  await expect(lookUpDigest({ registry: url, ...image })).rejects.toThrow(message);
});

test('names an unreachable registry', async () => {
  const lookUp = lookUpDigest({ registry: 'http://127.0.0.1:1', ...image });
  await expect(lookUp).rejects.toThrow('http://127.0.0.1:1/v2/n8nio/n8n/manifests/2.41.1 cannot be reached.');
});

test.for(['', 'no JSON', '{}', '{"token":""}'])('does not retry without a token in %j', async (body) => {
  let asked = 0;
  const url = await registry((request, response) => {
    if (request.url?.startsWith('/token')) return response.end(body);
    asked += 1;
    return response.writeHead(401, { 'WWW-Authenticate': `Bearer realm="${url}/token"` }).end();
  });
  await expect(lookUpDigest({ registry: url, ...image })).rejects.toThrow('without a token');
  expect(asked).toBe(1);
});
