import { expect, test } from 'vitest';
import { kubernetesCluster } from '#app/integrations/kubernetes/cluster.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { json, neverEnd, Provider } from '../outbound/provider.ts';
import { clusterToken, World } from '../sandbox/harness.ts';
import { paths } from '../sandbox/manifests.ts';
import { portal, wanted } from './spec.ts';

function clusterAt(url: string, token = clusterToken) {
  return kubernetesCluster({
    apiUrl: url,
    token,
    namespace: 'weft-workspaces',
    portal,
    outbound: createOutbound({ fetch: (...request) => fetch(...request), clock: { now: () => Date.now() } }),
  });
}

const statefulSet = (changes: { metadata?: object; spec?: object; status?: object | undefined }) => ({
  metadata: { generation: 3, ...changes.metadata },
  spec: { replicas: 1, ...changes.spec },
  status: {
    observedGeneration: 3,
    readyReplicas: 1,
    currentRevision: 'r2',
    updateRevision: 'r2',
    ...changes.status,
  },
});

// The sandbox's workspace takes 1.5 s for its migrations at each start.
const STARTS = { timeout: 15_000 };
const becomes = { timeout: 6_000 };

test(
  'applied, it starts, becomes ready, and is stopped and started again by applying anew',
  STARTS,
  async () => {
    await using world = await World.start();
    const cluster = clusterAt(world.url);
    expect(await cluster.readiness('ada')).toBe('missing');

    await cluster.apply(wanted());
    const first = await world.ready('ada');
    await expect.poll(() => cluster.readiness('ada'), becomes).toBe('ready');

    // Repeating it changes nothing, least of all the process.
    await cluster.apply(wanted());
    expect(await cluster.readiness('ada')).toBe('ready');
    expect((await world.workspace('ada'))?.pid).toBe(first.pid);

    await cluster.apply(wanted({}, 0));
    await expect.poll(() => cluster.readiness('ada'), becomes).toBe('not-ready');
    await expect.poll(async () => (await world.workspace('ada'))?.pid, becomes).toBeUndefined();
    await cluster.apply(wanted());
    await expect.poll(() => cluster.readiness('ada'), becomes).toBe('ready');
  },
);

test('what somebody else changed in our fields is taken back', STARTS, async () => {
  await using world = await World.start();
  const cluster = clusterAt(world.url);
  await cluster.apply(wanted());
  await world.merge(`${paths.statefulSet('ws-ada')}?fieldManager=kubectl`, { spec: { replicas: 0 } });
  await cluster.apply(wanted());
  await expect.poll(() => cluster.readiness('ada'), becomes).toBe('ready');
});

test.each([
  ['all is as it was applied', {}, 'ready'],
  ['the controller has not seen the last change', { status: { observedGeneration: 2 } }, 'not-ready'],
  [
    'no pod is ready, which the API says by leaving the count out',
    { status: { readyReplicas: undefined } },
    'not-ready',
  ],
  ['the ready pod is the one about to be replaced', { status: { updateRevision: 'r3' } }, 'not-ready'],
  ['nothing shall run', { spec: { replicas: 0 } }, 'not-ready'],
])('%s', async (_case, changes, expected) => {
  await using provider = await Provider.start(json(statefulSet(changes)));
  expect(await clusterAt(provider.url).readiness('ada')).toBe(expected);
  expect(provider.requests[0]).toMatchObject({
    method: 'GET',
    path: '/apis/apps/v1/namespaces/weft-workspaces/statefulsets/ws-ada',
    headers: { authorization: `Bearer ${clusterToken}` },
  });
});

test('a StatefulSet that the controller has not looked at yet is not ready', async () => {
  await using provider = await Provider.start(json({ metadata: { generation: 1 }, spec: { replicas: 1 } }));
  expect(await clusterAt(provider.url).readiness('ada')).toBe('not-ready');
});

test('it is applied by server-side apply, as us and with force', async () => {
  await using provider = await Provider.start(json({}));
  await clusterAt(provider.url).apply(wanted());
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

test.each([
  [
    'a wrong token',
    json({ kind: 'Status', code: 401, reason: 'Unauthorized' }, 401),
    { status: 401, isTransient: false },
  ],
  [
    'a refused object',
    json({ kind: 'Status', code: 422, reason: 'Invalid' }, 422),
    { status: 422, isTransient: false },
  ],
  ['a failing API', json({ kind: 'Status', code: 500 }, 500), { status: 500, isTransient: true }],
])('%s is a failure, and no answer', async (_case, answer, expected) => {
  await using provider = await Provider.start(answer);
  await expect(clusterAt(provider.url).apply(wanted())).rejects.toMatchObject(expected);
  await expect(clusterAt(provider.url).readiness('ada')).rejects.toMatchObject(expected);
});

test('an API that does not answer is waited for five seconds at most', async () => {
  await using provider = await Provider.start(neverEnd);
  const instants = [0];
  const cluster = kubernetesCluster({
    apiUrl: provider.url,
    token: clusterToken,
    namespace: 'weft-workspaces',
    portal,
    // 4.9 s of the five are over when the request is made: only the rest is really waited for.
    outbound: createOutbound({
      fetch: (...request) => fetch(...request),
      clock: { now: () => instants.shift() ?? 4_900 },
    }),
  });
  const startedAt = Date.now();
  await expect(cluster.readiness('ada')).rejects.toMatchObject({ kind: 'timeout' });
  expect(Date.now() - startedAt).toBeLessThan(1_000);
});
