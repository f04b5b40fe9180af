import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RuntimeConfig, readConfig } from '#sandbox/runtime/config.ts';
import { Portal } from '#sandbox/runtime/portal.ts';
import { bind } from '#sandbox/server/http-server.ts';
import { jsonReply, type Reply, text } from '#sandbox/server/reply.ts';
import { type RouteRequest, routeListener } from '#sandbox/server/router.ts';
import { signInKey } from './manifests.ts';

type Answer = (request: RouteRequest) => Reply | Promise<Reply>;

let answer: Answer;
let config: RuntimeConfig;
let stack = new AsyncDisposableStack();

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const server = await bind(0);
  stack.defer(() => server.close());
  const route = { method: '*', path: '/api/*', handle: (request: RouteRequest) => answer(request) };
  server.serve(routeListener([route]), (_request, socket) => socket.destroy());
  config = readConfig({
    N8N_PORT: '1',
    DATA_DIR: '/none',
    WEFT_WORKSPACE: 'ada',
    WEFT_WORKSPACE_ID: 'wks_ada',
    WEFT_PORTAL_URL: `http://127.0.0.1:${server.port}/`,
    WEFT_SIGN_IN_KEY: signInKey,
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await stack.disposeAsync();
});

const portal = () => new Portal(config, () => Date.now());

test.each<[string, Answer]>([
  ['refuses', () => jsonReply(403, { code: 'forbidden' })],
  ['fails', () => text(500, 'down')],
  ['answers without a code', () => jsonReply(200, { code: '' })],
  ['answers with an invalid code', () => jsonReply(200, { code: { $: 1 } })],
  ['answers with a page', () => text(200, '<html>')],
  ['redirects elsewhere', () => ({ status: 302, headers: { location: '/elsewhere' } })],
])('a portal that %s gives no code', async (_what, given) => {
  answer = given;
  await expect(portal().loginCode('ada@example.com')).rejects.toThrow();
});

test('a portal that does not answer is waited for three seconds and no longer', async () => {
  const timeout = AbortSignal.timeout;
  const deadlines: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((deadlineMs) => {
    deadlines.push(deadlineMs);
    return timeout.call(AbortSignal, 50);
  });
  answer = async (request) => {
    await request.untilClosed();
    return text(200, 'too late');
  };
  await expect(portal().plan()).rejects.toThrow();
  expect(deadlines).toEqual([3_000]);
});

test.each([
  ['4 s ahead', 4_000, 1],
  ['10 s ahead', 10_000, 2],
  ['10 s behind', -10_000, 2],
])(
  'after a refusal by a clock that is %s, the portal is asked at the expected rate',
  async (_what, offsetMs, calls) => {
    let asked = 0;
    answer = () => {
      asked += 1;
      return jsonReply(401, {}, { date: new Date(Date.now() + offsetMs).toUTCString() });
    };
    await expect(portal().plan()).rejects.toThrow('401');
    expect(asked).toBe(calls);
  },
);
