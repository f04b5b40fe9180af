import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import type { HoldAnswer, HoldRequest, LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { Env } from '#workers/env.ts';
import { proxyToWorkspace } from '#workers/gateway/gateway.ts';
import { insertAccount } from './support/account.ts';
import { addressOf } from './support/fetched.ts';
import { factsOf } from './support/workspace.ts';

const PASSED = { 'Weft-Gate': 'passed' };
const HELD: HoldAnswer = { kind: 'held', retryAfterSeconds: 5, isDown: false };
/** The part of a view that the gateway reads. */
const ONLINE = { status: InstanceStatus.Online, notice: null } as InstanceView;
const everyPlatformStatus = [502, 503, 504, ...Array.from({ length: 11 }, (_, index) => 520 + index)];

let facts: InstanceFacts;
/** The answer to each request that reaches the cluster. */
let answer: () => Response;
/** The object's answer to each webhook. */
let decide: (request: HoldRequest) => HoldAnswer;
/** Whether reports about answers reach the object. */
let isObjectUp: boolean;
let reports: LearntAnswer[];
let signals: string[];
let passedMs: number;

beforeEach(async () => {
  facts = factsOf();
  await insertAccount(facts);
  decide = () => HELD;
  isObjectUp = true;
  [reports, signals, passedMs] = [[], [], 0];
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [sent] = call;
    if (!addressOf(sent).startsWith(`${env.SANDBOX_URL}/ingress/ws-${facts.name}`)) return fetch(...call);
    if (sent instanceof Request) void sent.body?.cancel();
    return answer();
  });
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + passedMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** An environment with a scripted object. */
function withObject(): Env {
  const stub = {
    async hold(request: HoldRequest) {
      signals.push(request.signal);
      return decide(request);
    },
    reportUnreachable: async () => ONLINE,
    async learnAnswers(answers: readonly LearntAnswer[]) {
      if (!isObjectUp) throw new Error('The object is down.');
      reports.push(...answers);
    },
  };
  const objects = { idFromName: (name: string) => name, get: () => stub };
  return new Proxy(env as unknown as Env, {
    get: (target, name) => (name === 'WORKSPACE' ? objects : Reflect.get(target, name)),
  });
}

async function send(path = '/webhook/a', method = 'POST'): Promise<Response> {
  const execution = createExecutionContext();
  const body = method === 'GET' ? null : '{}';
  const headers = { Accept: '*/*', ...(body && { 'Content-Length': String(body.length) }) };
  const request = new Request(`http://${facts.name}.localhost:8787${path}`, { method, body, headers });
  const answered = await proxyToWorkspace(request, withObject(), execution, facts.name);
  const copy = new Response(await answered.text(), answered.status === 204 ? {} : answered);
  await waitOnExecutionContext(execution);
  return copy;
}

const withStatus =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  () =>
    new Response(body || null, { status, headers: { ...headers, 'Content-Length': String(body.length) } });
const notRegistered = withStatus(
  404,
  PASSED,
  '{"code":404,"message":"The requested webhook \\"POST a\\" is not registered."}',
);

test.each(everyPlatformStatus)(
  'a webhook that the ingress or Cloudflare answers with %i, since it reaches no process, is held',
  async (status) => {
    answer = withStatus(status);
    expect((await send()).status).toBe(202);
    expect(signals).toEqual(['unreachable']);
  },
);

test.each([200, 204, 302, 401, 403, 404, 429, 500])(
  'a webhook that something in front of the workspace answers with %i is held, and says nothing of the process',
  async (status) => {
    answer = withStatus(status);
    expect((await send()).status).toBe(202);
    expect(signals).toEqual(['blocked']);
  },
);

test('a gate that is closed again says nothing of the process', async () => {
  answer = withStatus(503, { 'Weft-Refused': 'gate-closed' });
  decide = ({ signal }) => (signal === 'gate-closed' ? { kind: 'forward' } : HELD);
  expect((await send()).status).toBe(202);
  expect(signals).toEqual(['gate-closed', 'blocked']);
});

test('the object learns how long ago a refusal came, when its sender finished the upload later', async () => {
  let ageMs: number | undefined;
  decide = ({ signalAgeMs }) => {
    ageMs = signalAgeMs;
    return HELD;
  };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  answer = () => {
    // The process refuses before the body has arrived.
    setTimeout(async () => {
      passedMs += MINUTE_MS;
      await writer.write(new Uint8Array(1));
      await writer.close();
    });
    return withStatus(503, { 'Weft-Refused': 'gate-closed' })();
  };
  const url = `http://${facts.name}.localhost:8787/webhook/a`;
  const request = new Request(url, { method: 'POST', body: readable });
  const held = await proxyToWorkspace(request, withObject(), createExecutionContext(), facts.name);
  expect([held.status, (ageMs ?? 0) >= MINUTE_MS]).toEqual([202, true]);
});

test('a request that cannot be sent is neither held nor taken for one without an answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answer = withStatus(200, PASSED);
  const sendWith = async (path: string) => {
    // The Worker refuses a GET with a body before the gateway (workers/refuse-ahead.ts).
    const posted = new Request(`http://${facts.name}.localhost:8787${path}`, { method: 'POST', body: '{}' });
    const request = new Proxy(posted, {
      get: (target, name) => (name === 'method' ? 'GET' : Reflect.get(target, name, target)),
    });
    return await proxyToWorkspace(request, withObject(), createExecutionContext(), facts.name);
  };
  expect((await sendWith('/webhook/a')).status).toBe(503);
  await expect(sendWith('/home')).rejects.toThrow('GET');
  expect(signals).toEqual([]);
});

test.each([200, 302, 404, 429, 500, ...everyPlatformStatus])(
  'a workflow’s own %i is delivered, and costs no object call',
  async (status) => {
    answer = withStatus(status, PASSED);
    expect((await send()).status).toBe(status);
    expect(signals).toEqual([]);
  },
);

test.each([429, 500])('a %i of a process at its execution limit is held', async (status) => {
  answer = withStatus(status, { ...PASSED, 'Weft-Refused': 'execution-limit' });
  expect((await send()).status).toBe(202);
  expect(signals).toEqual(['execution-limit']);
});

test.each([400, 413, 414, 431])(
  'the %i of an ingress that refuses the request itself is delivered: no replay would pass it',
  async (status) => {
    answer = withStatus(status);
    expect((await send()).status).toBe(status);
    expect(signals).toEqual([]);
  },
);

test.each([200, 302, 530])(
  'an unmarked %i is not delivered, also if the object does not hold the webhook',
  async (status) => {
    decide = () => ({ kind: 'state', view: ONLINE });
    answer = withStatus(status);
    const refused = await send();
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'workspace_unreachable' }]);
  },
);

test('the page of an unreachable workspace replaces Cloudflare’s error', async () => {
  answer = withStatus(522, {}, 'Error 522');
  const page = await send('/home', 'GET');
  expect([page.status, await page.json()]).toMatchObject([503, { code: 'workspace_unreachable' }]);
});

test('after a restart, n8n’s 404 is asked about, whatever a bot got before', async () => {
  answer = notRegistered;
  decide = ({ signal }) =>
    signal === 'gate-closed' ? { kind: 'forward' } : { kind: 'deliver', isSettled: true };
  expect((await send('/webhook/bot')).status).toBe(404);
  // For a moment, the next costs no object call.
  expect((await send('/webhook/bot')).status).toBe(404);
  expect(signals).toEqual(['not-registered']);

  decide = ({ signal }) => (signal === 'gate-closed' ? { kind: 'forward' } : HELD);
  const answers = [withStatus(503, { 'Weft-Refused': 'gate-closed' }), notRegistered];
  answer = () => (answers.shift() ?? notRegistered)();
  expect((await send()).status).toBe(202);
  expect(signals).toEqual(['not-registered', 'gate-closed', 'not-registered']);
});

test('n8n’s 404 for another method of a webhook is delivered in every minute, and closes no path', async () => {
  answer = withStatus(
    404,
    PASSED,
    '{"code":404,"message":"This webhook is not registered for GET requests. Did you mean to make a POST request?"}',
  );
  expect((await send('/webhook/posted', 'GET')).status).toBe(404);
  expect(signals).toEqual([]);
});

test('a bot that calls each minute does not hide a restart that the isolate did not see', async () => {
  answer = notRegistered;
  decide = () => ({ kind: 'deliver', isSettled: true });
  for (let minute = 0; minute < 3; minute += 1) {
    expect((await send('/webhook/bot')).status).toBe(404);
    passedMs += MINUTE_MS;
  }
  expect((await send('/webhook/bot')).status).toBe(404);
  expect(signals).toHaveLength(4);
  // The object opened the gate before a webhook arrived here.
  passedMs += 8 * SECOND_MS;
  decide = () => HELD;
  expect((await send()).status).toBe(202);
});

const started = withStatus(200, PASSED, '{"message":"Workflow was started"}');
const pageOfData = withStatus(200, PASSED, '{"rows":[]}');
const path = '/webhook/a';

test('the answers to a GET are learnt apart from those to requests that send data', async () => {
  answer = started;
  await send();
  answer = pageOfData;
  await send(path, 'GET');
  passedMs += MINUTE_MS;
  await send(path, 'GET');
  expect(reports).toEqual([
    { path, isGet: false, matters: false },
    { path, isGet: true, matters: true },
  ]);
});

test('an isolate repeats after some minutes what it learnt, and reports a change immediately', async () => {
  answer = started;
  await send();
  for (let second = 0; second < 240; second += 20) {
    passedMs += 20 * SECOND_MS;
    await send();
  }
  expect(reports).toEqual([{ path, isGet: false, matters: false }]);
  passedMs += 2 * MINUTE_MS;
  await send();
  expect(reports).toHaveLength(2);
  passedMs += MINUTE_MS;
  answer = pageOfData;
  await send();
  expect(reports.slice(2)).toEqual([{ path, isGet: false, matters: true }]);
});

test('a path whose answers sometimes matter is reported once, and as one whose answers matter', async () => {
  for (let second = 0; second < 240; second += 20) {
    answer = (second / 20) % 2 === 0 ? pageOfData : started;
    await send();
    passedMs += 20 * SECOND_MS;
  }
  expect(reports).toEqual([{ path, isGet: false, matters: true }]);
});

test('a report that the object did not get is sent again, after the interval', async () => {
  answer = started;
  isObjectUp = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await send();
  isObjectUp = true;
  await send();
  expect(reports).toEqual([]);
  passedMs += 20 * SECOND_MS;
  await send();
  expect(reports).toEqual([{ path, isGet: false, matters: false }]);
});
