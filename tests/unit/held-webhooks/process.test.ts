import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { ReplayedRequest } from '#app/domain/held-webhooks/process-port.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { heldWebhooksProcess } from '#app/integrations/workspace-process/held-webhooks.ts';
import { onlineWorld } from '#tests/unit/instance/world.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A held request. Its sender may name the portal's own headers, and the stored length is not the replay's. */
const held: ReplayedRequest = {
  id: 'hld_1',
  run: 1,
  method: 'POST',
  path: '/webhook/a',
  search: '?b=1',
  receivedAt: 0,
  headers: [
    ['content-length', '5'],
    ['weft-held-id', 'forged'],
    ['x-own', 'kept'],
  ],
  body: new TextEncoder().encode('{}'),
};

/** A workspace with this response, and what arrived there. */
async function startWorkspace(answer: RequestListener, firstByteTimeoutMs: number) {
  const requests: string[] = [];
  const heads: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    heads.push(request.headers);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { stored } = onlineWorld();
  if (!stored) throw new Error('An online world has a state.');
  const workspace = heldWebhooksProcess({
    clusters: [{ id: stored.facts.clusterId, ingressUrlTemplate: `http://127.0.0.1:${port}` }],
    outbound: createOutbound({ fetch, clock: systemClock }),
    fetch,
    firstByteTimeoutMs,
    signInKeyOf: async () => 'key',
  });
  return { workspace, facts: stored.facts, requests, heads };
}

/** Replays a request to a workspace with this response. @returns the outcome, and what arrived. */
async function replayTo(answer: RequestListener, firstByteTimeoutMs = 60_000) {
  const { workspace, facts, ...arrived } = await startWorkspace(answer, firstByteTimeoutMs);
  return { outcome: await workspace.replay(facts, held), ...arrived };
}

const withStatus =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Length': String(body.length), ...headers }).end(body);
const passed = { 'Weft-Gate': 'passed' };
const notRegistered = '{"code":404,"message":"The requested webhook \\"POST a\\" is not registered."}';
const otherMethod =
  '{"code":404,"message":"This webhook is not registered for POST requests. Did you mean to make a GET request?"}';

test.for([
  ['200', withStatus(200, passed), { kind: 'answered', status: 200 }],
  ['204 without a body', withStatus(204, passed), { kind: 'answered', status: 204 }],
  [
    'a redirect',
    withStatus(302, { ...passed, Location: '/webhook/other' }),
    { kind: 'answered', status: 302 },
  ],
  ['404 of its own', withStatus(404, passed, 'nothing here'), { kind: 'answered', status: 404 }],
  ['500', withStatus(500, passed), { kind: 'answered', status: 500 }],
  ...[408, 429, 502, 503, 504, 520, 524].map((status) => [
    `${status} of its own`,
    withStatus(status, passed),
    { kind: 'answered', status },
  ]),
  ['n8n’s 404 of an unknown webhook', withStatus(404, passed, notRegistered), { kind: 'not-registered' }],
  [
    'n8n’s 404 of a webhook with another method',
    withStatus(404, passed, otherMethod),
    { kind: 'answered', status: 404 },
  ],
  ...[503, 521, 522, 523, 525, 526, 527, 530].map((status) => [
    `${status} of the ingress or Cloudflare`,
    withStatus(status),
    { kind: 'unreachable' },
  ]),
  ...[504, 524].map((status) => [
    `${status} after the time of either`,
    withStatus(status),
    { kind: 'unanswered' },
  ]),
  ['520 of Cloudflare', withStatus(520), { kind: 'disconnected' }],
  ['404 of the ingress with a page', withStatus(404, {}, 'no backend'), { kind: 'blocked' }],
  ...[400, 413, 414, 431].map((status) => [
    `${status} of an ingress that refuses the request itself`,
    withStatus(status),
    { kind: 'answered', status },
  ]),
  ...[200, 204, 302, 401, 403, 404, 405, 429, 451, 500, 501].map((status) => [
    `${status} of something in front of it`,
    withStatus(status),
    { kind: 'blocked' },
  ]),
  ['502 of the ingress', withStatus(502), { kind: 'broken' }],
  ['a closed gate', withStatus(503, { 'Weft-Refused': 'gate-closed' }), { kind: 'unavailable' }],
  ...[429, 500].map((status) => [
    `${status} at its limit`,
    withStatus(status, { ...passed, 'Weft-Refused': 'execution-limit' }),
    { kind: 'unavailable' },
  ]),
  [
    '503 of n8n without its database',
    withStatus(503, passed, '{"code":503,"message":"Database is not ready!"}'),
    { kind: 'unavailable' },
  ],
  ['that it runs already', withStatus(503, { 'Weft-Refused': 'in-progress' }), { kind: 'in-progress' }],
  ['its earlier answer', withStatus(204, { 'Weft-Answered': '500' }), { kind: 'answered', status: 500 }],
  ['by ending the connection', (request) => request.socket.destroy(), { kind: 'disconnected' }],
] as Array<[string, RequestListener, object]>)(
  'a replay that is answered %s is sent once, and its outcome known',
  async ([, answer, expected]) => {
    const { outcome, requests } = await replayTo(answer);
    expect(outcome).toEqual(expected);
    expect(requests).toEqual(['POST /webhook/a?b=1']);
  },
);

test('a replay has its sender’s headers and the portal’s own', async () => {
  const { heads } = await replayTo(withStatus(200, passed));
  expect(heads[0]).toMatchObject({
    'x-own': 'kept',
    'content-length': '2',
    'idempotency-key': 'hld_1',
    'weft-held-id': 'hld_1',
    'weft-request-id': 'hld_1',
    'weft-held-at': '1970-01-01T00:00:00.000Z',
  });
});

test('a replay that is not answered in time may be running', async () => {
  const { outcome } = await replayTo(() => {}, 20);
  expect(outcome).toEqual({ kind: 'unanswered' });
});

test('sets the gate by a call that only the hook answers', async () => {
  const setGateOf = async (answer: RequestListener) => {
    const { workspace, facts } = await startWorkspace(answer, 60_000);
    await workspace.setGate(facts, []);
  };
  await setGateOf(withStatus(204));
  for (const status of [200, 404, 405])
    await expect(setGateOf(withStatus(status))).rejects.toThrow(String(status));
});
