import { expect, test } from 'vitest';
import { ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import { kubernetesCluster } from '#app/integrations/kubernetes/cluster.ts';
import { kubernetesClusters } from '#app/integrations/kubernetes/clusters.ts';
import { kubernetesInventory } from '#app/integrations/kubernetes/inventory.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { json, Provider } from '../outbound/provider.ts';
import { clusterToken, World } from '../sandbox/harness.ts';
import { paths } from '../sandbox/manifests.ts';
import { engineImage, keys, portal, wantedInstance } from './spec.ts';

/** Retries do not wait: the tests cover only their results. */
const outbound = createOutbound({
  fetch: (...request) => fetch(...request),
  clock: { now: () => Date.now() },
  wait: async () => {},
});

function settingsAt(url: string, token = clusterToken) {
  return { apiUrl: url, token, namespace: 'weft-workspaces', engineImage, portal, outbound };
}
const clusterAt = (url: string, token?: string) => kubernetesCluster(settingsAt(url, token));

async function breakCluster(world: World, mode: string): Promise<void> {
  const response = await fetch(`${world.url}/cluster/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workspace: '*', mode }),
  });
  expect(response.status).toBe(200);
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It did not fail.');
}

test.for(['api-500', 'api-conflict', 'api-429'])(
  '%s: the state is unknown, and everything converges once it is over',
  async (mode) => {
    await using world = await World.start({ engine: 'shared' });
    const cluster = clusterAt(world.url);
    await breakCluster(world, mode);
    const failure = await failureOf(cluster.apply(wantedInstance(), keys));
    expect(failure).toBeInstanceOf(ClusterUnavailable);
    expect(failure).toMatchObject({ retryAfterMs: mode === 'api-429' ? 1_000 : undefined });

    await breakCluster(world, 'none');
    await cluster.apply(wantedInstance(), keys);
    await expect.poll(() => cluster.readiness(wantedInstance())).toBe('ready');
  },
);

test('completes a half-applied set and restores a deleted object with the next apply', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  await cluster.apply(wantedInstance(), keys);
  await world.ready('ada');
  const { headers } = { headers: { Authorization: `Bearer ${clusterToken}` } };
  for (const path of [paths.service('ws-ada'), paths.secret('ws-ada')]) {
    await fetch(world.url + path, { method: 'DELETE', headers });
  }
  await breakCluster(world, 'gone');
  expect(await cluster.readiness(wantedInstance())).toBe('missing');
  await cluster.apply(wantedInstance(), keys);
  await expect.poll(() => cluster.readiness(wantedInstance())).toBe('ready');
});

test('a new generation keeps the process; a new restart count replaces it and keeps its volume', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  await cluster.apply(wantedInstance(), keys);
  const { pid } = await world.ready('ada');
  await cluster.apply(wantedInstance({ generation: 2 }), keys);
  await expect.poll(() => cluster.readiness(wantedInstance({ generation: 2 }))).toBe('ready');
  expect((await world.workspace('ada'))?.pid).toBe(pid);

  await cluster.apply(wantedInstance({ generation: 3, restarts: 1 }), keys);
  await expect.poll(() => cluster.readiness(wantedInstance({ generation: 3, restarts: 1 }))).toBe('ready');
  expect((await world.workspace('ada'))?.pid).not.toBe(pid);
});

test('reports what the API refused and why, without the request’s content', async () => {
  await using provider = await Provider.start(
    json({ kind: 'Status', reason: 'Invalid', message: `data: ${btoa(keys.signInKey)}`, code: 422 }, 422),
  );
  const failure = await failureOf(clusterAt(provider.url).apply(wantedInstance(), keys));
  expect(failure).not.toBeInstanceOf(ClusterUnavailable);
  expect(failure.message).toBe('The cluster refused a Secret: 422 Invalid');

  const quota = json({ kind: 'Status', reason: 'Forbidden', code: 403 }, 403);
  await using full = await Provider.start(quota);
  const beyond = await failureOf(clusterAt(full.url).apply(wantedInstance(), keys));
  expect(beyond).not.toBeInstanceOf(ClusterUnavailable);
  expect(beyond.message).toBe('The cluster refused a Secret: 403 Forbidden');
});

test('an unknown token says nothing about a workspace, and its refusal is named', async () => {
  await using world = await World.start({ engine: 'shared' });
  const stranger = clusterAt(world.url, 'wrong');
  for (const work of [
    stranger.readiness(wantedInstance()),
    stranger.remove(wantedInstance()),
    stranger.apply(wantedInstance(), keys),
  ]) {
    const failure = await failureOf(work);
    expect(failure).toBeInstanceOf(ClusterUnavailable);
    expect(String(failure.cause)).toMatch(/^Error: The cluster refused a \w+: 401 Unauthorized$/);
  }
  await using provider = await Provider.start(json({ kind: 'Status', reason: 'Forbidden', code: 403 }, 403));
  expect(await failureOf(clusterAt(provider.url).readiness(wantedInstance()))).toBeInstanceOf(
    ClusterUnavailable,
  );
});

test.for([302, 400, 405, 410, 422])(
  'a read answered with %s says nothing about the workspace',
  async (status) => {
    await using provider = await Provider.start(
      json({ kind: 'Status', reason: 'Expired', code: status }, status),
    );
    const failure = await failureOf(clusterAt(provider.url).readiness(wantedInstance()));
    expect(failure).toBeInstanceOf(ClusterUnavailable);
    expect(String(failure.cause)).toBe(`Error: The cluster refused a StatefulSet: ${status} Expired`);
  },
);

test.for([302, 403, 413])(
  'a write that a proxy answers with %s is not a refusal by the cluster',
  async (status) => {
    await using provider = await Provider.start((_request, response) => {
      response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Blocked</h1>');
    });
    const failure = await failureOf(clusterAt(provider.url).apply(wantedInstance(), keys));
    expect(failure).toBeInstanceOf(ClusterUnavailable);
  },
);

const unserved: Parameters<typeof Provider.start>[0] = (_request, response) => {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 page not found\n');
};

const notOurs = {
  'a proxy': json({ error: 'no such backend' }, 404),
  'a Go server': unserved,
  'an API server without the kind': json(
    { kind: 'Status', status: 'Failure', reason: 'NotFound', details: {}, code: 404 },
    404,
  ),
  'an API server, of another object': json(
    { kind: 'Status', status: 'Failure', reason: 'NotFound', details: { name: 'ws-eve' }, code: 404 },
    404,
  ),
};

test.for(Object.entries(notOurs))('a 404 of %s deletes no workspace and stops none', async ([, answer]) => {
  await using provider = await Provider.start(answer);
  const cluster = clusterAt(provider.url);
  expect(await failureOf(cluster.readiness(wantedInstance()))).toBeInstanceOf(ClusterUnavailable);
  expect(await failureOf(cluster.remove(wantedInstance()))).toBeInstanceOf(ClusterUnavailable);
  expect(await failureOf(cluster.prune(wantedInstance()))).toBeInstanceOf(ClusterUnavailable);
  await using inventory = await Provider.start(answer);
  expect(
    await failureOf(kubernetesInventory({ id: 'eu-1', ...settingsAt(inventory.url) }).list()),
  ).toBeInstanceOf(Error);
});

test('deletes a workspace of a cluster that serves no snapshots', async () => {
  await using provider = await Provider.start((request, response) => {
    const path = new URL(request.url ?? '', 'http://cluster').pathname;
    const name = path.split('/').at(-1) ?? '';
    if (path.includes('/snapshot.storage.k8s.io/')) return unserved(request, response);
    if (name === 'persistentvolumeclaims') return json({ items: [] })(request, response);
    json({ kind: 'Status', reason: 'NotFound', details: { name }, code: 404 }, 404)(request, response);
  });
  expect(await clusterAt(provider.url).remove(wantedInstance())).toBe(true);
});

test('an answer that is not the API’s reveals nothing', async () => {
  await using provider = await Provider.start(json({ hello: 'from a proxy' }));
  expect(await failureOf(clusterAt(provider.url).readiness(wantedInstance()))).toBeInstanceOf(
    ClusterUnavailable,
  );
});

test('deletes a whole workspace from any state, idempotently', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  expect(await cluster.remove(wantedInstance())).toBe(true);
  await cluster.apply(wantedInstance(), keys);
  await world.ready('ada');
  const headers = { Authorization: `Bearer ${clusterToken}` };
  await fetch(world.url + paths.service('ws-ada'), { method: 'DELETE', headers });
  await expect.poll(() => cluster.remove(wantedInstance())).toBe(true);
  for (const path of [
    paths.statefulSet('ws-ada'),
    paths.service('ws-ada'),
    paths.secret('ws-ada'),
    paths.claim('ws-ada'),
  ]) {
    expect((await fetch(world.url + path, { headers })).status).toBe(404);
  }
});

test('deletes nothing of a recreated workspace with a late deletion', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  await cluster.apply(wantedInstance(), keys);
  const headers = { Authorization: `Bearer ${clusterToken}`, 'Content-Type': 'application/json' };
  const address = world.url + paths.secret('ws-ada');
  const { metadata } = (await (await fetch(address, { headers })).json()) as { metadata: { uid: string } };
  await expect.poll(() => cluster.remove(wantedInstance())).toBe(true);
  await cluster.apply(wantedInstance({ generation: 2 }), keys);

  const late = await fetch(address, {
    method: 'DELETE',
    headers,
    body: JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: metadata.uid } }),
  });
  expect(late.status).toBe(409);
  expect((await fetch(address, { headers })).status).toBe(200);
});

test('the inventory lists what is there, page by page', async () => {
  await using world = await World.start({ engine: 'shared' });
  const cluster = clusterAt(world.url);
  for (const name of ['ada', 'bob', 'eve']) {
    await cluster.apply(
      wantedInstance({ name, workspaceId: `wks_${name}`, replicas: 0, generation: 4 }),
      keys,
    );
  }
  const inventory = kubernetesInventory({ id: 'eu-1', ...settingsAt(world.url), pageSize: 2 });
  expect(await inventory.list()).toEqual(
    ['ada', 'bob', 'eve'].map((name) => ({
      clusterId: 'eu-1',
      name: `ws-${name}`,
      workspaceId: `wks_${name}`,
      replicas: 0,
      isRehearsal: false,
      createdAt: expect.any(Number),
    })),
  );
});

test("a cluster's own settings win over the shared ones", async () => {
  await using world = await World.start({ engine: 'shared' });
  const shared = { engineImage, portal, outbound, namespace: 'another' };
  const clusterOf = kubernetesClusters({ clusters: [{ id: 'eu-1', ...settingsAt(world.url) }], ...shared });
  await clusterOf('eu-1').apply(wantedInstance(), keys);
  expect(await clusterAt(world.url).readiness(wantedInstance())).not.toBe('missing');
});

test('fails clearly for a cluster that is no longer listed', () => {
  const clusterOf = kubernetesClusters({
    clusters: [{ id: 'eu-1', ...settingsAt('http://127.0.0.1:9') }],
    engineImage,
    portal,
    outbound,
  });
  expect(clusterOf('eu-1')).toBeDefined();
  expect(() => clusterOf('us-1')).toThrow('There is no cluster us-1 in the configuration.');
});
