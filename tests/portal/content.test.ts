import { expect, inject, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';

const portal = inject('portal');
const { port, host } = new URL(portal.portalUrl);

/** A workspace that does not exist: reaching its gateway shows as 404 and costs the look-up that a refusal avoids. */
const workspaceHost = `nobody-has-this.${host}`;
const contents: Array<{ kind: string; headers: string[]; body: string; isContent: boolean }> = [
  { kind: 'nothing', headers: [], body: '', isContent: false },
  { kind: 'Content-Length: 0', headers: ['Content-Length: 0'], body: '', isContent: false },
  { kind: 'Content-Length: 3', headers: ['Content-Length: 3'], body: 'a=b', isContent: true },
  { kind: 'chunks', headers: ['Transfer-Encoding: chunked'], body: '3\r\na=b\r\n0\r\n\r\n', isContent: true },
  { kind: 'no chunk', headers: ['Transfer-Encoding: chunked'], body: '0\r\n\r\n', isContent: true },
];

const send = (method: string, to: string, { headers, body }: { headers: string[]; body: string }) =>
  rawRequest(
    port,
    [
      `${method} /webhook/x HTTP/1.1`,
      `Host: ${to}`,
      'Content-Type: application/x-www-form-urlencoded',
      ...headers,
    ],
    body,
  );

const matrix = [workspaceHost, host].flatMap((to) => contents.map((content) => ({ to, ...content })));

test.for(matrix)(
  'GET and HEAD with $kind to $to are refused only for their content',
  async ({ to, isContent, ...content }) => {
    const get = await send('GET', to, content);
    const head = await send('HEAD', to, content);
    expect([get.status, head.status]).toEqual(isContent ? [400, 400] : [404, 404]);
    if (isContent) expect(JSON.parse(get.body)).toMatchObject({ code: 'body_not_allowed' });
  },
);

test.for(
  matrix.flatMap((row) =>
    ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ ...row, method })),
  ),
)('$method with $kind to $to is not a server error', async ({ method, to, ...content }) => {
  const { status } = await send(method, to, content);
  expect(status).toBeLessThan(500);
  if (to === workspaceHost) expect(status).toBe(404);
});

test.for(
  matrix.flatMap((row) => ['TRACE', 'TRACK', 'PROPFIND', 'NONSENSE'].map((method) => ({ ...row, method }))),
)('$method with $kind to $to is refused', async ({ method, to, ...content }) => {
  const { status } = await send(method, to, content);
  expect([400, 404, 405, 501]).toContain(status);
});
