import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import { kubernetesCluster } from '#app/integrations/kubernetes/cluster.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { json, neverEnd, Provider } from '../outbound/provider.ts';
import { clusterToken, eventually, quickTimings, World } from '../sandbox/harness.ts';
import { paths } from '../sandbox/manifests.ts';
import { engineImage, keys, portal, wantedInstance } from './spec.ts';

function clusterAt(
  url: string,
  token = clusterToken,
  send: typeof fetch = (...request) => fetch(...request),
) {
  return kubernetesCluster({
    apiUrl: url,
    token,
    namespace: 'weft-workspaces',
    engineImage,
    portal,
    outbound: createOutbound({ fetch: send, clock: { now: () => Date.now() } }),
  });
}

const statefulSet = (changes: { metadata?: object; spec?: object; status?: object | undefined }) => ({
  metadata: { generation: 3, annotations: { 'weft.cloud/generation': '1' }, ...changes.metadata },
  spec: { replicas: 1, ...changes.spec },
  status: {
    observedGeneration: 3,
    readyReplicas: 1,
    currentRevision: 'r2',
    updateRevision: 'r2',
    ...changes.status,
  },
});

// The sandbox's workspace is unready for a moment after each start.

test('a workspace starts and becomes ready when applied, and stops and starts again by another apply', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  expect(await cluster.readiness(wantedInstance())).toBe('missing');

  await cluster.apply(wantedInstance(), keys);
  const first = await world.ready('ada');
  await expect.poll(() => cluster.readiness(wantedInstance())).toBe('ready');

  // Applying again changes nothing and keeps the process.
  await cluster.apply(wantedInstance(), keys);
  expect(await cluster.readiness(wantedInstance())).toBe('ready');
  expect((await world.workspace('ada'))?.pid).toBe(first.pid);

  await cluster.apply(wantedInstance({ replicas: 0, generation: 2 }), keys);
  expect(await cluster.readiness(wantedInstance())).toBe('missing');
  await expect.poll(() => cluster.readiness(wantedInstance({ replicas: 0, generation: 2 }))).toBe('ready');
  expect((await world.workspace('ada'))?.pid).toBeUndefined();
  await cluster.apply(wantedInstance(), keys);
  await expect.poll(() => cluster.readiness(wantedInstance())).toBe('ready');
});

/** Applies a change as the object does, which repeats what failed and what the cluster does not have, until another process runs. */
async function applyUntilReplaced(world: World, changed: ReturnType<typeof wantedInstance>, first: number) {
  const cluster = clusterAt(world.url);
  await cluster.apply(changed, keys);
  await eventually('another process runs', async () => {
    if ((await cluster.readiness(changed)) === 'missing') await cluster.apply(changed, keys);
    const { pid } = (await world.workspace('ada')) ?? {};
    return pid !== undefined && pid !== first;
  });
}

test.each([
  ['a restart', { restarts: 1 }],
  ['a larger plan', { limits: { ...wantedInstance().limits, memoryMib: 2048 } }],
  ['the final backup', { purpose: 'backup' as const }],
])('%s replaces a process that never becomes ready', async (_what, change) => {
  await using world = await World.start({
    engine: 'shared',
    cluster: { ...quickTimings, slowReadyMs: 3_600_000 },
  });
  const cluster = clusterAt(world.url);
  await world.post('/cluster/faults', { workspace: 'ada', mode: 'slow' });
  await cluster.apply(wantedInstance(), keys);
  const first = await eventually('it runs', async () => (await world.workspace('ada'))?.pid);

  const changed = wantedInstance({ generation: 2, ...change });
  await applyUntilReplaced(world, changed, first);
  const { pid } = (await world.workspace('ada')) ?? {};
  expect(await cluster.readiness(changed)).toBe('not-ready');
  // Closing the workspace concerns its Services, and restarts nothing.
  const closed = { ...changed, isClosed: true, generation: 3 };
  await cluster.apply(closed, keys);
  expect(await cluster.readiness(closed)).toBe('not-ready');
  expect((await world.workspace('ada'))?.pid).toBe(pid);
});

test('replaces a process that never becomes ready even if the cluster fails between the two changes', async () => {
  await using world = await World.start({
    engine: 'shared',
    cluster: { ...quickTimings, slowReadyMs: 3_600_000 },
  });
  const cluster = clusterAt(world.url);
  await world.post('/cluster/faults', { workspace: 'ada', mode: 'slow' });
  await cluster.apply(wantedInstance(), keys);
  const first = await eventually('it runs', async () => (await world.workspace('ada'))?.pid);

  const changed = wantedInstance({ generation: 2, restarts: 1 });
  let changes = 0;
  const failing = clusterAt(world.url, clusterToken, async (...request) => {
    const isChange = request[1]?.method === 'PATCH' && String(request[0]).includes('/statefulsets/');
    if (isChange) changes += 1;
    return isChange && changes > 1 ? new Response(null, { status: 503 }) : fetch(...request);
  });
  await expect(failing.apply(changed, keys)).rejects.toBeInstanceOf(ClusterUnavailable);
  await eventually('the controller has seen the change', async () => {
    const { metadata, status } = (await (
      await world.api('GET', paths.statefulSet('ws-ada'))
    ).json()) as ReturnType<typeof statefulSet> & { status: { observedGeneration: number } };
    return status.observedGeneration === metadata.generation;
  });

  await applyUntilReplaced(world, changed, first);
  // The new process never becomes ready either: repeating the change does not replace it again.
  const { pid } = (await world.workspace('ada')) ?? {};
  await cluster.apply(changed, keys);
  expect(await cluster.readiness(changed)).toBe('not-ready');
  expect((await world.workspace('ada'))?.pid).toBe(pid);
});

test.each([
  ['stops a pod of the earlier template that is not ready', { currentReplicas: 1 }, 2],
  ['keeps a starting pod of the new template', { updatedReplicas: 1 }, 1],
])('a repeated apply %s', async (_outcome, pods, calls) => {
  const status = { readyReplicas: 0, currentRevision: 'r1', ...pods };
  await using provider = await Provider.start(json(statefulSet({ status })));
  await clusterAt(provider.url).apply(wantedInstance(), keys);
  expect(provider.requests.filter(({ path }) => path.includes('/statefulsets/'))).toHaveLength(calls);
});

test('reverts what another manager changed in our fields', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  await cluster.apply(wantedInstance(), keys);
  await world.merge(`${paths.statefulSet('ws-ada')}?fieldManager=kubectl`, { spec: { replicas: 0 } });
  await cluster.apply(wantedInstance(), keys);
  await expect.poll(() => cluster.readiness(wantedInstance())).toBe('ready');
});

test.each([
  ['all is as it was applied', {}, 'ready'],
  ['the controller has not seen the last change', { status: { observedGeneration: 2 } }, 'not-ready'],
  [
    'no pod is ready, which the API shows by omitting the count',
    { status: { readyReplicas: undefined } },
    'not-ready',
  ],
  ['the ready pod is the one about to be replaced', { status: { updateRevision: 'r3' } }, 'not-ready'],
  ['nothing runs', { spec: { replicas: 0 } }, 'not-ready'],
  ['it has another generation', { metadata: { annotations: { 'weft.cloud/generation': '2' } } }, 'missing'],
  [
    'it is being deleted',
    {
      metadata: { deletionTimestamp: '2026-01-01T00:00:00Z', annotations: { 'weft.cloud/generation': '1' } },
    },
    'missing',
  ],
])('%s', async (_case, changes, expected) => {
  await using provider = await Provider.start(json(statefulSet(changes)));
  expect(await clusterAt(provider.url).readiness(wantedInstance())).toBe(expected);
  expect(provider.requests[0]).toMatchObject({
    method: 'GET',
    path: '/apis/apps/v1/namespaces/weft-workspaces/statefulsets/ws-ada',
    headers: { authorization: `Bearer ${clusterToken}` },
  });
});

test('is not ready before the controller has observed the StatefulSet', async () => {
  await using provider = await Provider.start(
    json({
      metadata: { generation: 1, annotations: { 'weft.cloud/generation': '1' } },
      spec: { replicas: 1 },
    }),
  );
  expect(await clusterAt(provider.url).readiness(wantedInstance())).toBe('not-ready');
});

test('a manifest is applied by server-side apply, with our field manager and force', async () => {
  await using provider = await Provider.start(json(statefulSet({})));
  await clusterAt(provider.url).apply(wantedInstance(), keys);
  expect(provider.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PATCH /api/v1/namespaces/weft-workspaces/secrets/ws-ada?fieldManager=weft-cloud&force=true',
    'PATCH /api/v1/namespaces/weft-workspaces/persistentvolumeclaims/ws-ada?fieldManager=weft-cloud&force=true',
    'PATCH /api/v1/namespaces/weft-workspaces/services/ws-ada?fieldManager=weft-cloud&force=true',
    'PATCH /apis/apps/v1/namespaces/weft-workspaces/statefulsets/ws-ada?fieldManager=weft-cloud&force=true',
  ]);
  for (const { headers } of provider.requests) {
    expect(headers['content-type']).toBe('application/apply-patch+yaml');
  }
});

test('waits at most five seconds for an API that does not answer', async () => {
  await using provider = await Provider.start(neverEnd);
  const instants = [0];
  const cluster = kubernetesCluster({
    apiUrl: provider.url,
    token: clusterToken,
    namespace: 'weft-workspaces',
    engineImage,
    portal,
    // 4.9 of the five seconds have passed when the request is sent, so the test waits only for the rest.
    outbound: createOutbound({
      fetch: (...request) => fetch(...request),
      clock: { now: () => instants.shift() ?? 4_900 },
    }),
  });
  const startedAt = Date.now();
  await expect(cluster.readiness(wantedInstance())).rejects.toBeInstanceOf(ClusterUnavailable);
  expect(Date.now() - startedAt).toBeLessThan(4_000);
});

test('a copy runs beside its workspace with its own data and names, and is removed without it', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  const copy = wantedInstance({ purpose: 'rehearsal', version: '2.41.3', generation: 7 });
  await cluster.apply(wantedInstance(), keys);
  const first = await world.ready('ada');
  expect(await cluster.readiness(copy)).toBe('missing');
  await cluster.apply(copy, keys);
  await expect.poll(() => cluster.readiness(copy)).toBe('ready');
  expect((await world.ready('ada')).pid).toBe(first.pid);
  expect((await world.ready('rehearsal-ada')).version).toBe('2.41.3');

  await expect.poll(() => cluster.remove({ ...copy, replicas: 0 })).toBe(true);
  expect(await cluster.readiness(copy)).toBe('missing');
  expect((await world.ready('ada')).pid).toBe(first.pid);
});

test('removing a copy leaves the data of a workspace that has the name of the copy', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  await cluster.apply(wantedInstance({ name: 'rehearsal-ada', workspaceId: 'wks_2' }), keys);
  await world.ready('rehearsal-ada');
  const note = join(world.dataDir, 'volumes', 'ws-rehearsal-ada', 'note');
  writeFileSync(note, 'of another customer');

  const copy = wantedInstance({ purpose: 'rehearsal' });
  await cluster.apply(copy, keys);
  await expect.poll(() => cluster.remove({ ...copy, replicas: 0 })).toBe(true);
  expect((await world.api('GET', paths.claim('rehearsal-ada'))).status).toBe(404);
  expect(readFileSync(note, 'utf8')).toBe('of another customer');
});

test('only the portal reaches a closed workspace; opening keeps the process, and removal leaves nothing behind', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  const behind = async (service: string) => (await fetch(`${world.url}/ingress/${service}/healthz`)).status;
  await cluster.apply(wantedInstance({ isClosed: true }), keys);
  const { pid } = await world.ready('ada');
  expect([await behind('ws-ada'), await behind('closed-ada')]).toEqual([503, 200]);

  const open = wantedInstance({ isClosed: false, generation: 2 });
  await cluster.apply(open, keys);
  await expect.poll(() => cluster.readiness(open)).toBe('ready');
  expect(await behind('ws-ada')).toBe(200);
  expect((await world.workspace('ada'))?.pid).toBe(pid);

  await expect.poll(() => cluster.remove({ ...open, replicas: 0 })).toBe(true);
  expect(await behind('closed-ada')).toBe(503);
  expect((await world.api('GET', paths.service('closed-ada'))).status).toBe(404);
});

test('saves data while nothing runs, restores it on a new claim, and removes it once it is not needed', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  const volume = (claim: string) => join(world.dataDir, 'volumes', claim, 'note');
  await cluster.apply(wantedInstance(), keys);
  await world.ready('ada');
  writeFileSync(volume('ws-ada'), 'before');
  expect(await cluster.saveData(wantedInstance(), 2)).toBe('not-ready');

  const stopped = wantedInstance({ replicas: 0, generation: 2 });
  await cluster.apply(stopped, keys);
  await expect.poll(() => cluster.saveData(stopped, 2)).toBe('ready');
  const updated = wantedInstance({ version: '2.41.3', generation: 3 });
  await cluster.apply(updated, keys);
  await expect.poll(() => cluster.readiness(updated)).toBe('ready');
  writeFileSync(volume('ws-ada'), 'after');

  const back = wantedInstance({ generation: 4, storage: { claim: 1, snapshot: 2 } });
  await cluster.apply(back, keys);
  await expect.poll(() => cluster.readiness(back)).toBe('ready');
  expect(readFileSync(volume('ws-ada.1'), 'utf8')).toBe('before');

  // A snapshot of a later generation survives the pruning.
  const later = { ...back, replicas: 0 as const, generation: 5 };
  await cluster.apply(later, keys);
  await expect.poll(() => cluster.saveData(later, 5)).toBe('ready');
  await expect.poll(() => cluster.prune(back)).toBe(true);
  expect(readdirSync(join(world.dataDir, 'volumes'))).toEqual(['ws-ada.1']);
  expect(readdirSync(join(world.dataDir, 'snapshots'))).toEqual(['weft-workspaces_ws-ada.5']);

  await expect.poll(() => cluster.remove(later)).toBe(true);
  expect(readdirSync(join(world.dataDir, 'volumes'))).toEqual([]);
  expect(readdirSync(join(world.dataDir, 'snapshots'))).toEqual([]);
});
