import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { recordOf } from '#app/domain/instance/machine/change.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { resourceName } from '#app/integrations/kubernetes/manifests.ts';
import type { WorkspaceContext } from '#durable-objects/workspace/context.ts';
import { breakCluster, clusterReady } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import { listen } from './support/live.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  overviewOf,
  sendFacts,
  stubOf,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Offline, Online, Pending } = InstanceStatus;

test.concurrent('an eviction loses neither state nor clock nor schedules nor listeners', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const live = await listen(facts);
  await advance(facts, DAY_MS);
  const before = await viewWith(facts, { status: Online });
  expect(before.trialDaysLeft).toBe(13);

  await evictDurableObject(stubOf(facts));
  expect(await viewOf(facts)).toEqual(before);

  // The schedule is still armed, and the earlier live connection gets its result.
  await advance(facts, 13 * DAY_MS);
  await soon(async () => expect(live.views().at(-1)?.status).toBe(InstanceStatus.Stopped));
});

test.concurrent.each([
  ['lost', (storage: DurableObjectStorage) => storage.deleteAlarm()],
  ['late', (storage: DurableObjectStorage) => storage.setAlarm(Date.now() + 30 * DAY_MS)],
])('waking the object restores an alarm that is %s', async (_how, spoil) => {
  const began = Date.now();
  const facts = factsOf();
  await bringOnline(facts);
  await runInDurableObject(stubOf(facts), (_object, { storage }) => spoil(storage));
  await evictDurableObject(stubOf(facts));

  await viewOf(facts);
  const at = await runInDurableObject(stubOf(facts), (_object, { storage }) => storage.getAlarm());
  expect(at).toBeGreaterThanOrEqual(began);
  expect(at).toBeLessThan(Date.now() + 2 * HOUR_MS);
});

test.concurrent("hides another account's workspace and one without facts", async () => {
  const facts = factsOf();
  const stub = stubOf(facts);
  expect(await stub.view(facts.accountId)).toBeNull();
  expect(await stub.overview(facts.accountId)).toBeNull();
  expect(await stub.reportUnreachable()).toBeNull();
  expect(await stub.reconcile()).toBe(false);
  const nothing = { ok: false, code: 'workspace_not_found' };
  expect(await stub.advanceClock(1_000)).toEqual(nothing);
  expect(await stub.restart(facts.accountId)).toEqual(nothing);
  const settings = { accountId: facts.accountId, change: {}, releases: [] };
  expect(await stub.saveSettings(settings)).toEqual(nothing);
  await sendFacts(facts);
  expect(await stub.view('acc_eve')).toBeNull();
  expect(await stub.overview('acc_eve')).toBeNull();
});

test.concurrent("a gateway's report finds a dead workspace, which recovers automatically", async () => {
  const facts = factsOf();
  await bringOnline(facts);
  expect(await stubOf(facts).reportUnreachable()).toMatchObject({ status: Online });

  await breakCluster(facts.name, 'crash-loop');
  await soon(async () => expect((await stubOf(facts).reportUnreachable())?.status).toBe(Pending));
  expect(await viewOf(facts)).toMatchObject({ cause: 'recover', notice: null });
  await advance(facts, 5 * MINUTE_MS);
  await viewWith(facts, { status: Offline, notice: 'polling_timed_out' });

  await breakCluster(facts.name, 'none');
  await clusterReady(facts.name);
  await advance(facts, 6 * MINUTE_MS);
  await viewWith(facts, { status: Online });
  const history = (await overviewOf(facts)).history.map(({ phase, cause }) => `${phase} ${cause}`);
  expect(history).toEqual([
    'pending provision',
    'online null',
    'pending recover',
    'offline null',
    'online null',
  ]);
});

test.concurrent('the history of a workspace that keeps failing has at most 2,000 lines', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const history = await runInDurableObject(stubOf(facts), (object) => {
    const { store }: WorkspaceContext['ports'] = Reflect.get(object, 'context').ports;
    const state = store.readState();
    if (!state) throw new Error('no instance');
    const lines = Array.from({ length: 2_500 }, (_, index) => recordOf(state.phase, state.since + index));
    store.commit(state, { state, effects: lines });
    return store.history();
  });
  expect(history).toHaveLength(2_000);
  expect((history.at(-1)?.at ?? 0) - (history[0]?.at ?? 0)).toBe(1_999);
});

test('simultaneous reports of the gateway share one probe', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const asked = await runInDurableObject(stubOf(facts), async (object) => {
    const real = globalThis.fetch;
    let calls = 0;
    // Counts this workspace's outgoing calls, which are real; others' alarms may fire meanwhile.
    globalThis.fetch = (...request) => {
      const [target] = request;
      const url = String(target instanceof Request ? target.url : target);
      if (url.endsWith(`/statefulsets/${resourceName(facts.name)}`)) calls += 1;
      return real(...request);
    };
    try {
      await Promise.all(Array.from({ length: 20 }, () => object.reportUnreachable()));
    } finally {
      globalThis.fetch = real;
    }
    return calls;
  });
  expect(asked).toBe(1);
});

test.concurrent('the hourly probe finds a lost workspace and applies it again', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  await breakCluster(facts.name, 'gone');
  await advance(facts, 2 * HOUR_MS);
  await comeOnline(facts, pid);
});

test.concurrent('ignores a negative clock move', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const before = await overviewOf(facts);
  expect(await stubOf(facts).advanceClock(-30 * DAY_MS)).toMatchObject({ ok: true });
  const after = await overviewOf(facts);
  expect(after).toEqual({ ...before, now: expect.any(Number) });
  expect(after.now).toBeGreaterThanOrEqual(before.now);
});

test.concurrent("answers a client's ping and ignores other messages", async () => {
  const facts = factsOf();
  await sendFacts(facts);
  const live = await listen(facts);
  await soon(async () => expect(live.views().length).toBeGreaterThan(0));
  live.socket.send('{"status":1}');
  live.socket.send('ping');
  await soon(async () => expect(live.messages).toContain('pong'));
  expect((await viewOf(facts)).status).toBe(Pending);
});

test.concurrent('refuses a request without a WebSocket upgrade', async () => {
  const response = await stubOf(factsOf()).fetch('http://localhost:8787/instance/live');
  expect(response.status).toBe(426);
});
