import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually, isAlive, quickTimings, World } from './harness.ts';
import { manifests, paths } from './manifests.ts';

const path = paths.statefulSet('ws-ada');

const fault = (world: World, workspace: string, mode: string) =>
  world.post('/cluster/faults', { workspace, mode });

test('api-500 fails the calls of one workspace, before and after it exists', async () => {
  await using world = await World.start();
  expect(await (await fault(world, 'ada', 'api-500')).json()).toEqual({ workspace: 'ada', mode: 'api-500' });
  const refused = await world.apply(path, manifests('ada').statefulSet);
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({ kind: 'Status', reason: 'InternalError', code: 500 });
  expect((await world.apply(paths.secret('ws-bob'), manifests('bob').secret)).status).toBe(201);
  const list = path.replace('/ws-ada', '');
  expect((await world.api('GET', `${list}?labelSelector=weft.cloud/workspace%3Dada`)).status).toBe(500);
  expect((await world.api('GET', list)).status).toBe(200);
  await fault(world, 'ada', 'none');
  expect((await world.apply(path, manifests('ada', { replicas: 0 }).statefulSet)).status).toBe(201);
});

test('a fault for all workspaces overrides theirs, survives a restart, and clears theirs when it ends', async () => {
  await using world = await World.start();
  await fault(world, 'bob', 'api-500');
  await fault(world, '*', 'api-500');
  await world.restart();
  expect((await world.api('GET', path)).status).toBe(500);
  await fault(world, '*', 'none');
  for (const name of ['ws-ada', 'ws-bob'])
    expect((await world.api('GET', paths.statefulSet(name))).status).toBe(404);
});

test('api-timeout never answers, and ends when the caller gives up', async () => {
  await using world = await World.start();
  await fault(world, 'ada', 'api-timeout');
  const call = world.api('GET', path, { signal: AbortSignal.timeout(300) });
  await expect(call).rejects.toThrow(/timeout/i);
});

test('slow delays the answers of the API and the readiness of the workspace', async () => {
  await using world = await World.start();
  await fault(world, 'ada', 'slow');
  const start = performance.now();
  await world.apply(path, manifests('ada').statefulSet);
  expect(performance.now() - start).toBeGreaterThanOrEqual(quickTimings.slowAnswerMs - 5);
  await world.apply(paths.secret('ws-ada'), manifests('ada').secret);
  // Before the process can start, not when the test sees it: that can be late on a busy machine.
  const notYetStarted = performance.now();
  await world.apply(paths.claim('ws-ada'), manifests('ada').claim);
  await world.ready('ada');
  // The process itself is ready within a few dozen milliseconds; the fault causes the wait.
  expect(performance.now() - notYetStarted).toBeGreaterThanOrEqual(quickTimings.slowReadyMs - 5);
});

test('crash-loop stops a running workspace until the fault ends', async () => {
  await using world = await World.start();
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  await fault(world, 'ada', 'crash-loop');
  await eventually('the process ends', async () => !isAlive(pid));
  await eventually('it dies twice over', async () => ((await world.workspace('ada'))?.restarts ?? 0) >= 2);
  expect((await world.workspace('ada'))?.ready).toBe(false);
  await fault(world, 'ada', 'none');
  await world.ready('ada');
});

test('gone removes process and StatefulSet once', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.provision('bob');
  const [ada, bob] = [await world.ready('ada'), await world.ready('bob')];
  await fault(world, 'ada', 'gone');
  expect((await world.api('GET', path)).status).toBe(404);
  await eventually('the process ends', async () => !isAlive(ada.pid));
  await sleep(quickTimings.reconcileIntervalMs * 2);
  expect((await world.api('GET', path)).status).toBe(404);
  expect((await world.workspace('bob'))?.pid).toBe(bob.pid);
  expect((await world.apply(path, manifests('ada').statefulSet)).status).toBe(201);
  await world.ready('ada', ada.pid);
});

test.each([{ workspace: 'ada', mode: 'broken' }, { mode: 'slow' }, []])(
  'refuses %j as a fault: 422',
  async (body) => {
    await using world = await World.start();
    expect((await world.post('/cluster/faults', body)).status).toBe(422);
  },
);
