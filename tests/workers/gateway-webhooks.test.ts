import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { INLINE_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { Env } from '#workers/env.ts';
import { proxyToWorkspace } from '#workers/gateway/gateway.ts';
import { recordUpload, SlowUpload } from '#workers/gateway/recording.ts';
import { insertAccount } from './support/account.ts';
import { soon } from './support/eventually.ts';
import { addressOf } from './support/fetched.ts';
import { listCounted, listHeld } from './support/held.ts';
import { bringOnline, comeOnline, factsOf, sendFacts } from './support/workspace.ts';

const MIB = 1024 * 1024;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Deadlines pass only when the test advances the time. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Sends a webhook through the gateway. @returns its status, after all background work has finished. */
async function send({ name }: InstanceFacts, given: Env, body = '{}'): Promise<number> {
  const execution = createExecutionContext();
  const request = new Request(`http://${name}.localhost:8787/webhook/counted/a`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
  });
  const answer = await proxyToWorkspace(request, given, execution, name);
  // The gateway learns a path's answer when the response ends.
  await answer.arrayBuffer();
  await waitOnExecutionContext(execution);
  return answer.status;
}

test('a webhook of a running workspace costs no database and no object call', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  const used: PropertyKey[] = [];
  const bindings = env as unknown as Env;
  const counting = new Proxy(bindings, {
    get(target, name) {
      // The configuration contains the database URL and is parsed once per environment.
      if (name === 'WORKSPACE') used.push(name);
      return name === 'DATABASE_URL' ? 'http://127.0.0.1:9' : Reflect.get(target, name);
    },
  });
  await soon(async () => expect(await send(facts, bindings)).toBe(200));
  const before = (await listCounted(facts)).length;
  for (let sent = 0; sent < 25; sent += 1) expect(await send(facts, counting)).toBe(200);
  expect(used).toEqual([]);
  expect(await listCounted(facts)).toHaveLength(before + 25);
});

test('a large webhook for a workspace without a cluster is answered, where there are several', async () => {
  const bindings = env as unknown as Env & { CLUSTERS: string; CLUSTER_TOKENS: string };
  const [first] = JSON.parse(bindings.CLUSTERS) as [object];
  const several = {
    ...bindings,
    CLUSTERS: JSON.stringify([first, { ...first, id: 'second' }]),
    CLUSTER_TOKENS: JSON.stringify({
      ...JSON.parse(bindings.CLUSTER_TOKENS),
      second: 'token-of-the-second-cluster',
    }),
  };
  expect(await send({ ...factsOf(), name: 'nowhere' }, several, 'x'.repeat(MIB))).toBe(404);
});

/** @returns an environment that records the calls of workspaces' objects. */
function watchObjects(asked: PropertyKey[]): Env {
  const record = (stub: object) =>
    new Proxy(stub, {
      get(target, method) {
        const call: unknown = Reflect.get(target, method);
        if (typeof call !== 'function') return call;
        return (...given: unknown[]) => {
          asked.push(method);
          return Reflect.apply(call, target, given);
        };
      },
    });
  const { WORKSPACE } = env;
  const objects = {
    idFromName: (name: string) => WORKSPACE.idFromName(name),
    get: (id: DurableObjectId) => record(WORKSPACE.get(id)),
  };
  return new Proxy(env as unknown as Env, {
    get: (target, name) => (name === 'WORKSPACE' ? objects : Reflect.get(target, name)),
  });
}

test('the object of a workspace that was down is asked first, until it says that the workspace runs', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await sendFacts(facts);
  const asked: PropertyKey[] = [];
  const watched = watchObjects(asked);
  expect(await send(facts, watched)).toBe(202);
  expect(await send(facts, watched)).toBe(202);
  await comeOnline(facts);
  await soon(async () => expect((await listHeld(facts)).totals.waiting).toBe(0));
  const countHolds = () => asked.filter((method) => method === 'hold').length;
  expect(countHolds()).toBe(2);
  expect(await send(facts, watched)).toBe(200);
  expect(countHolds()).toBe(3);
  expect(await send(facts, watched)).toBe(200);
  expect(countHolds()).toBe(3);
  expect(await listCounted(facts)).toHaveLength(4);
});

test('an answer in chunks that only says that the workflow was started does not matter', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  // The small runtime sends no Content-Length.
  await soon(async () => expect(await send(facts, env as unknown as Env)).toBe(200));
  await soon(async () => {
    const [path] = (await listHeld(facts)).paths;
    expect(path).toMatchObject({ path: '/webhook/counted/a', answerMatters: false });
  });
});

/** A chunked body that its sender has not finished. */
async function beginUpload(name: string, bytes: number, answerWithinMs = 100_000) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const request = new Request('http://localhost/webhook/a', { method: 'POST', body: readable });
  const recording = await recordUpload(request, { name, answerWithinMs });
  const sent = (async () => {
    const writer = writable.getWriter();
    for (let left = bytes; left > 0; left -= INLINE_BODY_BYTES)
      await writer.write(new Uint8Array(Math.min(left, INLINE_BODY_BYTES)));
    await writer.close();
  })();
  // The workspace reads everything that arrives.
  const taken = new Response(recording.upload.body as ReadableStream).arrayBuffer();
  await Promise.all([sent, taken]);
  return recording;
}

test('large bodies to one workspace leave room for those to another', async () => {
  const flooded = [await beginUpload('flooded', 16 * MIB), await beginUpload('flooded', 16 * MIB)];
  expect((await flooded[0]?.whole())?.byteLength).toBe(16 * MIB);
  expect(await flooded[1]?.whole()).toBeNull();
  expect(flooded[1]?.size()).toBe(16 * MIB);
  const other = await beginUpload('other', 16 * MIB);
  expect((await other.whole())?.byteLength).toBe(16 * MIB);
  for (const recording of [...flooded, other]) recording.release();
  const again = await beginUpload('flooded', 16 * MIB);
  expect((await again.whole())?.byteLength).toBe(16 * MIB);
  again.release();
});

/** A small body whose last byte its sender never sends. */
function stall(name: string, readWithinMs: number) {
  const { readable, writable } = new FixedLengthStream(INLINE_BODY_BYTES);
  const headers = { 'Content-Length': String(INLINE_BODY_BYTES) };
  const request = new Request('http://localhost/webhook/a', { method: 'POST', body: readable, headers });
  const writer = writable.getWriter();
  // The gateway stops reading.
  writer.write(new Uint8Array(INLINE_BODY_BYTES - 1)).catch(() => {});
  return recordUpload(request, { name, readWithinMs, answerWithinMs: 100_000 });
}

/** Up to 1 kB, a body is not counted. */
const SMALL_BYTES = 2_048;

function sendSmall(name: string, bytes = SMALL_BYTES, answerWithinMs = 100_000) {
  const headers = { 'Content-Length': String(bytes) };
  const body = new Uint8Array(bytes);
  const request = new Request('http://localhost/webhook/a', { method: 'POST', body, headers });
  return recordUpload(request, { name, answerWithinMs });
}

test('stalled small bodies to one workspace leave room for those to another, and end at their deadline', async () => {
  stopTimers();
  const fitting = (24 * MIB) / INLINE_BODY_BYTES;
  const stalled = Array.from({ length: fitting }, () => stall('stalled', 500));
  const ends = Promise.allSettled(stalled);
  // One more is forwarded as it arrives, without a record.
  const unrecorded = await sendSmall('stalled');
  expect(unrecorded.isRead).toBe(false);
  await new Response(unrecorded.upload.body as ReadableStream).arrayBuffer();
  expect(await unrecorded.whole()).toBeNull();
  const other = await sendSmall('other');
  expect([other.isRead, (await other.whole())?.byteLength]).toEqual([true, SMALL_BYTES]);
  expect((await sendSmall('stalled', 1_024)).isRead).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  for (const end of await ends)
    expect(end).toMatchObject({ status: 'rejected', reason: expect.any(SlowUpload) });
  const again = await sendSmall('stalled');
  expect(again.isRead).toBe(true);
  for (const recording of [unrecorded, other, again]) recording.release();
});

test('a body is kept while its workspace may still answer, also for longer than five minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const tenMinutes = 10 * 60_000;
  const upload = await beginUpload('patient', 16 * MIB, tenMinutes);
  for (const passed of [6, 4]) {
    vi.setSystemTime(Date.now() + passed * 60_000);
    (await sendSmall('patient', SMALL_BYTES, tenMinutes)).release();
  }
  expect((await upload.whole())?.byteLength).toBe(16 * MIB);
  upload.release();
});

test('bodies whose senders left without an end of their requests leave room after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const fitting = (24 * MIB) / INLINE_BODY_BYTES;
  // Nothing releases these: workerd runs no `finally` of a request whose connection was reset.
  for (let sent = 0; sent < fitting / 2; sent += 1)
    expect((await sendSmall('left', INLINE_BODY_BYTES)).isRead).toBe(true);
  const upload = await beginUpload('left', 12 * MIB);
  expect((await upload.whole())?.byteLength).toBe(12 * MIB);
  const full = await sendSmall('left');
  expect(full.isRead).toBe(false);
  await new Response(full.upload.body as ReadableStream).arrayBuffer();
  vi.setSystemTime(Date.now() + 5 * 60_000);
  const next = await sendSmall('left', INLINE_BODY_BYTES);
  expect(next.isRead).toBe(true);
  expect(await upload.whole()).toBeNull();
  for (const recording of [upload, full, next]) recording.release();
  const again = await beginUpload('left', 16 * MIB);
  expect((await again.whole())?.byteLength).toBe(16 * MIB);
  again.release();
});

test('a small body that does not arrive in time gets a 408, and never reaches the workspace', async () => {
  stopTimers();
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { readable } = new FixedLengthStream(SMALL_BYTES);
  const headers = { 'Content-Length': String(SMALL_BYTES) };
  const request = new Request('http://slow.localhost:8787/webhook/a', {
    method: 'POST',
    body: readable,
    headers,
  });
  const sending = proxyToWorkspace(request, env as unknown as Env, createExecutionContext(), 'slow');
  await vi.advanceTimersByTimeAsync(30_000);
  const answer = await sending;
  expect([answer.status, await answer.json()]).toMatchObject([408, { code: 'webhook_too_slow' }]);
  const ingress = `${env.SANDBOX_URL}/ingress/ws-slow`;
  expect(fetched.mock.calls.filter(([sent]) => addressOf(sent).startsWith(ingress))).toEqual([]);
});
