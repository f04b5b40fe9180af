import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayToOrigin, startGatewayToOrigin, WORKSPACE } from '../support/gateway-origin.ts';
import { bodyOf, openAnswer, workspaceOptions } from '../support/workspace-client.ts';

const FIRST_BYTE_MS = 1_000;

let gateway: GatewayToOrigin;
beforeAll(async () => {
  gateway = await startGatewayToOrigin({ WORKSPACE_FIRST_BYTE_TIMEOUT_MS: String(FIRST_BYTE_MS) });
});
afterAll(() => gateway?.stop());

/** Resolves with the next request that reaches the workspace, and its response. */
function nextRequest(): Promise<{ arrived: IncomingMessage; answer: ServerResponse }> {
  return new Promise((resolve) => gateway.onRequest((arrived, answer) => resolve({ arrived, answer })));
}

test('an answer that does not start in time is reported as late, and the request is not repeated', async () => {
  let asked = 0;
  gateway.onRequest(() => {
    asked += 1;
  });
  const answer = await openAnswer(gateway, WORKSPACE, '/webhook/late', { method: 'POST', body: 'x' });
  expect([answer.statusCode, JSON.parse(String(await bodyOf(answer)))]).toMatchObject([
    504,
    { code: 'workspace_late' },
  ]);
  // A sender that retries would run the workflow twice.
  expect(answer.headers).not.toHaveProperty('retry-after');
  expect(asked).toBe(1);
});

/** More than the gateway reads before it forwards anything (docs/held-webhooks.md). */
const half = 'abcdefgh'.repeat(8 * 1024);

test.each([
  ['in chunks', {}],
  ['with its length', { 'Content-Length': String(2 * half.length) }],
])('an upload %s can take longer than its answer', async (_how, headers) => {
  const next = nextRequest();
  const options = workspaceOptions(gateway, WORKSPACE, '/webhook/upload');
  const upload = request({ ...options, method: 'POST', headers: { ...options.headers, ...headers } });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.write(half);
  const { arrived, answer } = await next;
  await new Promise((resolve) => setTimeout(resolve, FIRST_BYTE_MS));
  upload.end(half);
  answer.end(await bodyOf(arrived));
  const [taken] = await answered;
  expect([taken.statusCode, String(await bodyOf(taken)) === half + half]).toEqual([200, true]);
});

test('an answer can take any time once it has started', async () => {
  const next = nextRequest();
  const opening = openAnswer(gateway, WORKSPACE, '/webhook/stream');
  const { answer: origin } = await next;
  origin.writeHead(200, { 'Content-Type': 'application/octet-stream' }).write('begun');
  const answer = await opening;
  await new Promise((resolve) => setTimeout(resolve, FIRST_BYTE_MS));
  origin.end(', ended');
  expect(String(await bodyOf(answer))).toBe('begun, ended');
});
