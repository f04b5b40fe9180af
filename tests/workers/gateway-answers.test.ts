import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { HoldAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import { HELD, ONLINE, PASSED, ScriptedGateway, withStatus } from './support/scripted-gateway.ts';

const everyPlatformStatus = [502, 503, 504, ...Array.from({ length: 11 }, (_, index) => 520 + index)];

let gateway: ScriptedGateway;
beforeEach(async () => {
  gateway = await ScriptedGateway.start();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const notRegistered = withStatus(
  404,
  PASSED,
  '{"code":404,"message":"The requested webhook \\"POST a\\" is not registered."}',
);

test.each(everyPlatformStatus)(
  'a webhook that the ingress or Cloudflare answers with %i, since it reaches no process, is held',
  async (status) => {
    gateway.answer = withStatus(status);
    expect((await gateway.send()).status).toBe(202);
    expect(gateway.signals).toEqual(['unreachable']);
  },
);

test.each([200, 204, 302, 401, 403, 404, 429, 500])(
  'a webhook that something in front of the workspace answers with %i is held, and says nothing of the process',
  async (status) => {
    gateway.answer = withStatus(status);
    expect((await gateway.send()).status).toBe(202);
    expect(gateway.signals).toEqual(['blocked']);
  },
);

test('a gate that is closed again says nothing of the process', async () => {
  gateway.answer = withStatus(503, { 'Weft-Refused': 'gate-closed' });
  gateway.decide = ({ signal }) => (signal === 'gate-closed' ? { kind: 'forward' } : HELD);
  expect((await gateway.send()).status).toBe(202);
  expect(gateway.signals).toEqual(['gate-closed', 'blocked']);
});

test('the object learns how long ago a refusal came, when its sender finished the upload later', async () => {
  let ageMs: number | undefined;
  gateway.decide = ({ signalAgeMs }) => {
    ageMs = signalAgeMs;
    return HELD;
  };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  gateway.answer = () => {
    // The process refuses before the body has arrived.
    setTimeout(async () => {
      gateway.passedMs += MINUTE_MS;
      await writer.write(new Uint8Array(1));
      await writer.close();
    });
    return withStatus(503, { 'Weft-Refused': 'gate-closed' })();
  };
  const request = new Request(gateway.urlOf('/webhook/a'), { method: 'POST', body: readable });
  const held = await gateway.pass(request);
  expect([held.status, (ageMs ?? 0) >= MINUTE_MS]).toEqual([202, true]);
});

test('the object learns that a workspace presumed down was not asked', async () => {
  const ages: unknown[] = [];
  gateway.answer = withStatus(503);
  gateway.decide = ({ signalAgeMs }) => {
    ages.push(signalAgeMs);
    return { kind: 'held', retryAfterSeconds: 5, isDown: true };
  };
  await gateway.send();
  await gateway.send();
  expect(gateway.signals).toEqual(['unreachable', 'gate-closed']);
  expect(ages).toEqual([expect.any(Number), Number.POSITIVE_INFINITY]);
  expect(ages[0]).toBeLessThan(MINUTE_MS);
});

test('a path with a queue is not asked again until the object forwards one of its webhooks', async () => {
  let asked = 0;
  gateway.answer = () => {
    asked += 1;
    return withStatus(503, { 'Weft-Refused': 'gate-closed' })();
  };
  const sendAfter = async (decide: typeof gateway.decide, path: string) => {
    gateway.decide = decide;
    asked = 0;
    const { status } = await gateway.send(path);
    return [status, asked];
  };
  const isBehind = () => ({ kind: 'held', retryAfterSeconds: 5, isDown: false, isBehind: true }) as const;
  expect(await sendAfter(isBehind, '/webhook/a')).toEqual([202, 1]);
  expect(await sendAfter(isBehind, '/webhook/a')).toEqual([202, 0]);
  expect(await sendAfter(isBehind, '/webhook/b')).toEqual([202, 1]);
  gateway.passedMs += MINUTE_MS;
  expect(await sendAfter(isBehind, '/webhook/a')).toEqual([202, 1]);

  gateway.answer = () => {
    asked += 1;
    return withStatus(200, PASSED)();
  };
  // The queue is empty: the object has the webhook sent, and the next one costs no object call.
  expect(await sendAfter(() => ({ kind: 'forward' }), '/webhook/a')).toEqual([200, 1]);
  const calls = gateway.signals.length;
  expect(await sendAfter(isBehind, '/webhook/a')).toEqual([200, 1]);
  expect(gateway.signals).toHaveLength(calls);
});

test('a path that keeps getting webhooks behind its queue is asked each half minute, so that a crash is noticed', async () => {
  gateway.answer = withStatus(503, { 'Weft-Refused': 'gate-closed' });
  const ages: unknown[] = [];
  gateway.decide = ({ signalAgeMs }) => {
    ages.push(signalAgeMs);
    return { kind: 'held', retryAfterSeconds: 5, isDown: false, isBehind: true };
  };
  for (let webhook = 0; webhook < 4; webhook += 1) {
    await gateway.send('/webhook/busy');
    gateway.passedMs += 14 * SECOND_MS;
  }
  const { POSITIVE_INFINITY } = Number;
  expect(ages).toEqual([expect.any(Number), POSITIVE_INFINITY, POSITIVE_INFINITY, expect.any(Number)]);
  expect(ages[3]).toBeLessThan(MINUTE_MS);
});

test('a refusal after the object forwarded a webhook that was not sent before is reported as the first one', async () => {
  gateway.answer = withStatus(503, { 'Weft-Refused': 'gate-closed' });
  gateway.decide = () => ({ kind: 'held', retryAfterSeconds: 5, isDown: false, isBehind: true });
  await gateway.send('/webhook/restarted');
  gateway.signals.length = 0;
  gateway.decide = ({ signal }) => (signal === 'gate-closed' ? { kind: 'forward' } : HELD);
  await gateway.send('/webhook/restarted');
  expect(gateway.signals).toEqual(['gate-closed', 'gate-closed', 'blocked']);
});

test.each([{ isDown: true }, { isDown: false, isBehind: true }])(
  'a webhook that was not sent to its workspace is sent if the object does not answer: %o',
  async (presumed) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    gateway.answer = withStatus(503, { 'Weft-Refused': 'gate-closed' });
    gateway.decide = () => ({ kind: 'held', retryAfterSeconds: 5, ...presumed });
    await gateway.send('/webhook/a');
    gateway.decide = () => {
      throw new Error('The object restarts.');
    };
    expect((await gateway.send('/webhook/a')).status).toBe(503);
    gateway.answer = withStatus(200, PASSED);
    expect((await gateway.send('/webhook/a')).status).toBe(200);
  },
);

test('a request that cannot be sent is neither held nor taken for one without an answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  gateway.answer = withStatus(200, PASSED);
  const sendWith = async (path: string) => {
    // The Worker refuses a GET with a body before the gateway (workers/admit-request.ts).
    const request = new Proxy(gateway.request(path), {
      get: (target, name) => (name === 'method' ? 'GET' : Reflect.get(target, name, target)),
    });
    return await gateway.pass(request);
  };
  expect((await sendWith('/webhook/a')).status).toBe(503);
  await expect(sendWith('/home')).rejects.toThrow('GET');
  expect(gateway.signals).toEqual([]);
});

test.each([200, 302, 404, 429, 500, ...everyPlatformStatus])(
  'a workflow’s own %i is delivered, and costs no object call',
  async (status) => {
    gateway.answer = withStatus(status, PASSED);
    expect((await gateway.send()).status).toBe(status);
    expect(gateway.signals).toEqual([]);
  },
);

test.each([429, 500])('a %i of a process at its execution limit is held', async (status) => {
  gateway.answer = withStatus(status, { ...PASSED, 'Weft-Refused': 'execution-limit' });
  expect((await gateway.send()).status).toBe(202);
  expect(gateway.signals).toEqual(['execution-limit']);
});

test.each([400, 413, 414, 431])(
  'the %i of an ingress that refuses the request itself is delivered: no replay would pass it',
  async (status) => {
    gateway.answer = withStatus(status);
    expect((await gateway.send()).status).toBe(status);
    expect(gateway.signals).toEqual([]);
  },
);

test.each([
  ['full', 503, '60', 'webhook_queue_full'],
  ['answers-itself', 503, '60', 'webhook_not_held'],
  ['too-large', 413, null, 'webhook_too_large'],
] as const)(
  'a webhook that the object refuses as %s gets a %i that says so',
  async (why, status, after, code) => {
    gateway.answer = withStatus(503);
    const retryAfterSeconds = after && Number(after);
    gateway.decide = () => ({ kind: 'refused', why, reason: 'offline', retryAfterSeconds });
    const refused = await gateway.send();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([status, after]);
    expect(await refused.json()).toMatchObject({ code });
  },
);

test('an answer that only an object of a newer version gives makes the sender try again', async () => {
  gateway.answer = withStatus(503);
  gateway.decide = () => ({ kind: 'postponed' }) as unknown as HoldAnswer;
  const refused = await gateway.send();
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60']);
});

test.each(['/webhook-test/a', '/form-test/a', '/rest/login'])('%s is never held', async (path) => {
  gateway.answer = withStatus(503);
  expect((await gateway.send(path)).status).toBe(503);
  expect(gateway.signals).toEqual([]);
});

test.each([200, 302, 530])(
  'an unmarked %i is not delivered, also if the object does not hold the webhook',
  async (status) => {
    gateway.decide = () => ({ kind: 'state', view: ONLINE });
    gateway.answer = withStatus(status);
    const refused = await gateway.send();
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'workspace_unreachable' }]);
  },
);

test('the page of an unreachable workspace replaces Cloudflare’s error', async () => {
  gateway.answer = withStatus(522, {}, 'Error 522');
  const page = await gateway.send('/home', 'GET');
  expect([page.status, await page.json()]).toMatchObject([503, { code: 'workspace_unreachable' }]);
});

test('after a restart, n8n’s 404 is checked with the object, whatever a bot got before', async () => {
  gateway.answer = notRegistered;
  gateway.decide = ({ signal }) =>
    signal === 'gate-closed' ? { kind: 'forward' } : { kind: 'deliver', isSettled: true };
  expect((await gateway.send('/webhook/bot')).status).toBe(404);
  // For a moment, the next costs no object call.
  expect((await gateway.send('/webhook/bot')).status).toBe(404);
  expect(gateway.signals).toEqual(['not-registered']);

  gateway.decide = ({ signal }) => (signal === 'gate-closed' ? { kind: 'forward' } : HELD);
  const answers = [withStatus(503, { 'Weft-Refused': 'gate-closed' }), notRegistered];
  gateway.answer = () => (answers.shift() ?? notRegistered)();
  expect((await gateway.send()).status).toBe(202);
  expect(gateway.signals).toEqual(['not-registered', 'gate-closed', 'not-registered']);
});

test('n8n’s 404 for another method of a webhook is delivered in every minute, and closes no path', async () => {
  gateway.answer = withStatus(
    404,
    PASSED,
    '{"code":404,"message":"This webhook is not registered for GET requests. Did you mean to make a POST request?"}',
  );
  expect((await gateway.send('/webhook/posted', 'GET')).status).toBe(404);
  expect(gateway.signals).toEqual([]);
});

test('a bot that calls each minute does not hide a restart that the isolate did not see', async () => {
  gateway.answer = notRegistered;
  gateway.decide = () => ({ kind: 'deliver', isSettled: true });
  for (let minute = 0; minute < 3; minute += 1) {
    expect((await gateway.send('/webhook/bot')).status).toBe(404);
    gateway.passedMs += MINUTE_MS;
  }
  expect((await gateway.send('/webhook/bot')).status).toBe(404);
  expect(gateway.signals).toHaveLength(4);
  // The object opened the gate before a webhook arrived here.
  gateway.passedMs += 8 * SECOND_MS;
  gateway.decide = () => HELD;
  expect((await gateway.send()).status).toBe(202);
});

test.each(['held', 'refused'] as const)(
  'a website’s script can read that its webhook is %s',
  async (kind) => {
    gateway.answer = withStatus(503);
    if (kind === 'refused')
      gateway.decide = () => ({ kind, why: 'full', reason: 'offline', retryAfterSeconds: 60 });
    const answered = await gateway.send();
    expect([answered.status, answered.headers.get('Access-Control-Allow-Origin')]).toEqual([
      kind === 'held' ? 202 : 503,
      '*',
    ]);
  },
);

test.each([
  [504, 'ran without a whole answer', {}, '{'],
  [502, 'got an answer in an unknown coding', { 'Content-Encoding': 'compress' }, '{}'],
])(
  'a website’s script can read the %i that says that its webhook %s',
  async (status, _title, coding, sent) => {
    gateway.answer = () => {
      const { readable, writable } = new FixedLengthStream(2);
      const writer = writable.getWriter();
      void writer
        .write(new TextEncoder().encode(sent))
        .then(() => writer.close())
        .catch(() => {});
      return new Response(readable, { headers: { ...PASSED, ...coding, 'Content-Length': '2' } });
    };
    const answered = await gateway.send();
    expect([answered.status, answered.headers.get('Access-Control-Allow-Origin')]).toEqual([status, '*']);
  },
);

/** @returns an answer of ten bytes that breaks after the first, or stays open. @param cancel of the body. */
function begin(status: number, headers: Record<string, string>, cancel?: () => void): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(1)),
    pull: (controller) => {
      if (!cancel) controller.error(new Error('The connection broke.'));
    },
    ...(cancel && { cancel }),
  });
  return new Response(body, { status, headers: { ...headers, 'Content-Length': '10' } });
}

test.each([200, 404])(
  'a workflow’s short %i that is cut off becomes a 504 without Retry-After, so that its sender does not run it twice',
  async (status) => {
    gateway.answer = () => begin(status, PASSED);
    const answered = await gateway.send();
    expect([answered.status, answered.headers.get('Retry-After')]).toEqual([504, null]);
    expect(gateway.signals).toEqual([]);
  },
);

test.each([200, 404])(
  'a workflow’s short %i whose rest never arrives becomes a 504 after half a minute, which frees its connection',
  async (status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const cancel = vi.fn();
    const asked = new Promise<void>((resolve) => {
      gateway.answer = () => {
        resolve();
        return begin(status, PASSED, cancel);
      };
    });
    const sending = gateway.passUnread(gateway.request('/webhook/a'));
    await asked;
    await vi.advanceTimersByTimeAsync(30 * SECOND_MS);
    const answered = await sending;
    expect([answered.status, answered.headers.get('Retry-After')]).toEqual([504, null]);
    expect(gateway.signals).toEqual([]);
    expect(cancel).toHaveBeenCalledOnce();
  },
);

test('a webhook is held if the 404 of something in front of the workspace is cut off', async () => {
  gateway.answer = () => begin(404, {});
  expect((await gateway.send()).status).toBe(202);
  expect(gateway.signals).toEqual(['blocked']);
});

test('a workflow’s short 404 arrives with its own bytes', async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x63, 0x61, 0x66, 0xe9]);
  const headers = { ...PASSED, 'Content-Length': String(bytes.length) };
  gateway.answer = () => new Response(bytes, { status: 404, headers });
  const answered = await gateway.passUnread(gateway.request('/webhook/a'));
  expect([answered.status, new Uint8Array(await answered.arrayBuffer())]).toEqual([404, bytes]);
});
