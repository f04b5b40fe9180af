import { expect, inject, test } from 'vitest';
import { type RawAnswer, rawRequest } from '../support/raw-request.ts';

const portal = inject('portal');
const { port } = new URL(portal.portalUrl);

const get = (host: string, path = '/login', ...headers: string[]) =>
  rawRequest(port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers]);

const foreign = [
  'evil.example',
  `evil.example:${port}`,
  'localhost',
  'localhost:1',
  `localhost.:${port}`,
  `127.0.0.1:${port}`,
  `evil-localhost:${port}`,
  `localhost.evil.example:${port}`,
  `ada.localhost.:${port}`,
  'ada.localhost',
  'ada.localhost:1',
  `a.b.localhost:${port}`,
  `www.ada.localhost:${port}`,
];
const paths = [
  '/',
  '/login',
  '/robots.txt',
  '/api/auth/me',
  '/api/cloud/limits',
  '/webhooks/paddle',
  '/healthz',
];

test.for(foreign)('no address answers for the host %s', async (host) => {
  for (const path of paths) {
    const answer = await get(host, path);
    expect([answer.status, JSON.parse(answer.body)], path).toEqual([
      421,
      { error: 'This address doesn’t belong to Weft Cloud.', code: 'misdirected_request' },
    ]);
    expect(answer.headers.get('cache-control')).toEqual(['no-store']);
    expect(answer.headers.has('set-cookie')).toBe(false);
  }
  const post = await rawRequest(port, [
    'POST /login HTTP/1.1',
    `Host: ${host}`,
    `Origin: http://${host}`,
    'Content-Length: 0',
  ]);
  expect(post.status).toBe(421);
});

test('a browser gets a page that links to the portal', async () => {
  const answer = await get('evil.example', '/', 'Accept: text/html');
  expect(answer.status).toBe(421);
  expect(answer.headers.get('content-type')).toEqual(['text/html; charset=utf-8']);
  expect(answer.body).toContain(`href="${portal.portalUrl}"`);
  expect(answer.body).not.toContain('evil.example');
});

test.for<[string, (answer: RawAnswer) => boolean]>([
  [`localhost:${port}`, ({ status }) => status === 200],
  [`LocalHost:${port}`, ({ status }) => status === 200],
  [
    `nobody-has-this.localhost:${port}`,
    ({ status, body }) => status === 404 && body.includes('workspace_missing'),
  ],
  [
    `NOBODY-has-this.localhost:${port}`,
    ({ status, body }) => status === 404 && body.includes('workspace_missing'),
  ],
])('%s is the portal or a workspace', async ([host, isRight]) => {
  expect(await get(host)).toSatisfy(isRight);
});
