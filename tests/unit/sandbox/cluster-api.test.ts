import { expect, test } from 'vitest';
import { clusterToken, World } from './harness.ts';
import { manifests, paths, signInKey } from './manifests.ts';

const { secret, claim, service, statefulSet } = manifests('ada', { replicas: 0 });
const path = paths.statefulSet('ws-ada');

test('an apply answers 201 when it creates and 200 when it repeats, and only a changed spec raises the generation', async () => {
  await using world = await World.start();
  const created = await world.apply(path, statefulSet);
  expect(created.status).toBe(201);
  const object = await created.json();
  expect(object.metadata).toMatchObject({
    name: 'ws-ada',
    namespace: 'weft-workspaces',
    generation: 1,
    uid: expect.any(String),
    creationTimestamp: expect.any(String),
  });
  expect(object.metadata.managedFields[0]).toMatchObject({ manager: 'weft-cloud', operation: 'Apply' });

  const settled = await (await world.api('GET', path)).json();
  const again = await world.apply(path, statefulSet);
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual(settled);

  const labeled = {
    ...statefulSet,
    metadata: { ...statefulSet.metadata, labels: { ...statefulSet.metadata.labels, plan: 'pro-1' } },
  };
  const relabeled = await (await world.apply(path, labeled)).json();
  expect(relabeled.metadata.generation).toBe(1);
  expect(relabeled.metadata.resourceVersion).not.toBe(settled.metadata.resourceVersion);

  // A forced apply removes fields that the manager omits the next time.
  const bare = await (await world.apply(path, statefulSet)).json();
  expect(bare.metadata.labels).toEqual(statefulSet.metadata.labels);
});

test('a merge patch of the replicas raises the generation, and only a forced apply overrides it', async () => {
  await using world = await World.start();
  await world.apply(path, statefulSet);
  const scaled = await world.merge(path, { spec: { replicas: 3 } });
  expect(scaled.status).toBe(200);
  expect(await scaled.json()).toMatchObject({ spec: { replicas: 3 }, metadata: { generation: 2 } });

  const unforced = await world.apply(path, statefulSet, 'fieldManager=weft-cloud');
  expect(unforced.status).toBe(409);
  expect(await unforced.json()).toMatchObject({
    reason: 'Conflict',
    details: { causes: [{ reason: 'FieldManagerConflict', field: '.spec.replicas' }] },
  });
  expect((await (await world.apply(path, statefulSet)).json()).spec.replicas).toBe(0);
});

test('a null in a merge patch removes', async () => {
  await using world = await World.start();
  await world.apply(path, statefulSet);
  const patched = await world.merge(path, { metadata: { labels: { 'app.kubernetes.io/name': null } } });
  expect((await patched.json()).metadata.labels).not.toHaveProperty('app.kubernetes.io/name');
});

test('a secret is stored as base64, however it was written', async () => {
  await using world = await World.start();
  const written = await (await world.apply(paths.secret('ws-ada'), secret)).json();
  expect(written).not.toHaveProperty('stringData');
  expect(written).toMatchObject({ type: 'Opaque', data: { WEFT_SIGN_IN_KEY: btoa(signInKey) } });
  const encoded = { ...secret, stringData: undefined, data: { OTHER: btoa('other') } };
  expect((await (await world.apply(paths.secret('ws-ada'), encoded)).json()).data).toEqual({
    OTHER: btoa('other'),
  });
});

test('claims are bound, services have an address, lists follow the selector', async () => {
  await using world = await World.start();
  expect(await (await world.apply(paths.claim('ws-ada'), claim)).json()).toMatchObject({
    status: { phase: 'Bound' },
  });
  const made = await (await world.apply(paths.service('ws-ada'), service)).json();
  expect(made.spec.clusterIP).toMatch(/^10\.96\./);
  expect((await (await world.apply(paths.service('ws-ada'), service)).json()).spec.clusterIP).toBe(
    made.spec.clusterIP,
  );
  await world.apply(paths.service('ws-bob'), manifests('bob').service);

  const list = async (selector: string) => {
    const query = new URLSearchParams({ labelSelector: selector });
    const response = await world.api('GET', `${paths.service('x').replace('/x', '')}?${query}`);
    const { kind, items } = await response.json();
    expect(kind).toBe('ServiceList');
    return items.map((item: { metadata: { name: string } }) => item.metadata.name);
  };
  expect(await list('weft.cloud/workspace=ada')).toEqual(['ws-ada']);
  expect(await list('weft.cloud/workspace!=ada')).toEqual(['ws-bob']);
  expect(await list('weft.cloud/workspace in (ada, bob),app.kubernetes.io/name')).toEqual([
    'ws-ada',
    'ws-bob',
  ]);
  expect(await list('!weft.cloud/workspace')).toEqual([]);
});

test('a deleted object is gone', async () => {
  await using world = await World.start();
  await world.apply(path, statefulSet);
  expect(await (await world.api('DELETE', path)).json()).toMatchObject({ kind: 'Status', status: 'Success' });
  expect((await world.api('GET', path)).status).toBe(404);
  expect((await world.api('DELETE', path)).status).toBe(404);
});

const container = { name: 'n8n', image: 'n8nio/n8n:1' };
const withSpec = (spec: object) => ({ ...statefulSet, spec: { ...statefulSet.spec, ...spec } });
const withContainer = (override: object) =>
  withSpec({
    template: { ...statefulSet.spec.template, spec: { containers: [{ ...container, ...override }] } },
  });

test.each([
  ['negative replicas', withSpec({ replicas: -1 }), 422, 'Invalid'],
  ['a selector that matches nothing', withSpec({ selector: { matchLabels: { a: 'b' } } }), 422, 'Invalid'],
  ['no image', withContainer({ image: '' }), 422, 'Invalid'],
  ['a number as environment', withContainer({ env: [{ name: 'A', value: 1 }] }), 422, 'Invalid'],
  ['another name', { ...statefulSet, metadata: { name: 'ws-bob' } }, 400, 'BadRequest'],
  ['another kind', { ...statefulSet, kind: 'Deployment' }, 400, 'BadRequest'],
  [
    'a stale version',
    { ...statefulSet, metadata: { ...statefulSet.metadata, resourceVersion: '1' } },
    409,
    'Conflict',
  ],
  ['a list', [], 400, 'BadRequest'],
])('an apply with %s is refused with a Status and stores nothing', async (_case, body, code, reason) => {
  await using world = await World.start();
  const response = await world.apply(path, body);
  expect(response.status).toBe(code);
  expect(await response.json()).toMatchObject({ kind: 'Status', status: 'Failure', code, reason });
  expect((await world.api('GET', path)).status).toBe(404);
});

test('refuses changes to immutable fields of a StatefulSet', async () => {
  await using world = await World.start();
  await world.apply(path, statefulSet);
  const moved = await world.apply(path, withSpec({ serviceName: 'other' }));
  expect(moved.status).toBe(422);
  expect((await moved.json()).details.causes[0].field).toBe('spec.serviceName');
});

test('a patch with a stale version is a conflict, of nothing a 404, of an unknown type a 415', async () => {
  await using world = await World.start();
  expect(await (await world.merge(path, { spec: { replicas: 1 } })).json()).toMatchObject({
    code: 404,
    reason: 'NotFound',
    message: 'statefulsets.apps "ws-ada" not found',
  });
  await world.apply(path, statefulSet);
  expect((await world.merge(path, { metadata: { resourceVersion: '1' } })).status).toBe(409);
  const typed = await world.api('PATCH', path, { type: 'application/json-patch+json', body: [] });
  expect([typed.status, (await typed.json()).reason]).toEqual([415, 'UnsupportedMediaType']);
  expect((await world.apply(path, statefulSet, 'force=true')).status).toBe(422);
});

test('without the token every call is 401', async () => {
  await using world = await World.start();
  for (const authorization of ['', 'Bearer wrong', clusterToken]) {
    const response = await world.get(path, { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ kind: 'Status', reason: 'Unauthorized' });
  }
});
