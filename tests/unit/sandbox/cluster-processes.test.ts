import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually, isAlive, quickTimings, World } from './harness.ts';
import { manifests, paths } from './manifests.ts';

const name = 'ws-ada';

async function statusOf(world: World) {
  return (await (await world.api('GET', paths.statefulSet(name))).json()).status;
}

test('a StatefulSet runs one process, ready only when its probe says so', async () => {
  await using world = await World.start();
  const before = await world.workspace('ada');
  expect(before).toBeUndefined();
  await world.provision('ada');
  const early = await statusOf(world);
  expect(early.readyReplicas).toBeUndefined();

  const { pid, version } = await world.ready('ada');
  expect(isAlive(pid)).toBe(true);
  expect(version).toBe('1.115.3');
  const status = await statusOf(world);
  expect(status).toMatchObject({ observedGeneration: 1, replicas: 1, readyReplicas: 1 });
  expect(status.currentRevision).toBe(status.updateRevision);
  expect(existsSync(join(world.dataDir, 'volumes', name))).toBe(true);
});

test('waits for its Secret and its claim, and names the missing one', async () => {
  await using world = await World.start();
  const { secret, claim, statefulSet } = manifests('ada');
  await world.apply(paths.statefulSet(name), statefulSet);
  expect(await world.workspace('ada')).toMatchObject({
    phase: 'waiting',
    detail: expect.stringContaining('persistentvolumeclaim'),
  });
  await world.apply(paths.claim(name), claim);
  await eventually('it waits for the secret', async () =>
    (await world.workspace('ada'))?.detail?.startsWith('secret'),
  );
  await world.apply(paths.secret(name), secret);
  await world.ready('ada');
});

test('replaces the process for a changed template, with never two alive', async () => {
  await using world = await World.start();
  await world.provision('ada');
  const old = await world.ready('ada');
  // The stopped old process cannot handle SIGTERM, so the new one must wait until it has been killed.
  process.kill(old.pid, 'SIGSTOP');
  await world.apply(paths.statefulSet(name), manifests('ada', { version: '2.41.3' }).statefulSet);
  await eventually('another process is there', async () => {
    const pid = (await world.workspace('ada'))?.pid;
    const oldIsAlive = isAlive(old.pid);
    if (pid !== undefined && pid !== old.pid) expect(oldIsAlive).toBe(false);
    return pid !== undefined && pid !== old.pid;
  });
  const replaced = await world.ready('ada', old.pid);
  expect(replaced).toMatchObject({ version: '2.41.3', restarts: 0 });
  expect(await statusOf(world)).toMatchObject({ observedGeneration: 2, readyReplicas: 1 });
});

test('an unready process survives a changed template, and ends with zero replicas', async () => {
  await using world = await World.start({ cluster: { ...quickTimings, slowReadyMs: 3_600_000 } });
  await world.post('/cluster/faults', { workspace: 'ada', mode: 'slow' });
  await world.provision('ada');
  const pid = await eventually('it runs', async () => (await world.workspace('ada'))?.pid);
  const changed = { version: '2.41.3' };
  await world.apply(paths.statefulSet(name), manifests('ada', changed).statefulSet);
  await sleep(quickTimings.reconcileIntervalMs * 2);
  expect(await world.workspace('ada')).toMatchObject({ pid, version: '1.115.3' });

  // The process that replaces a dead one also has the earlier template.
  process.kill(pid, 'SIGKILL');
  await eventually('it runs again', async () => ((await world.workspace('ada'))?.pid ?? pid) !== pid);
  expect(await world.workspace('ada')).toMatchObject({ version: '1.115.3' });

  await world.apply(paths.statefulSet(name), manifests('ada', { ...changed, replicas: 0 }).statefulSet);
  await eventually('no pod is left', async () => (await statusOf(world)).replicas === 0);
  await world.apply(paths.statefulSet(name), manifests('ada', changed).statefulSet);
  await eventually('it runs', async () => (await world.workspace('ada'))?.version === '2.41.3');
});

test('an apply that changes nothing leaves the process alone', async () => {
  await using world = await World.start();
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  await world.provision('ada');
  await sleep(quickTimings.reconcileIntervalMs * 2);
  expect((await world.workspace('ada'))?.pid).toBe(pid);
});

test('scaling to zero ends the process and keeps its data; scaling back finds it', async () => {
  await using world = await World.start();
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  await world.merge(paths.statefulSet(name), { spec: { replicas: 0 } });
  await eventually('the process ends', async () => !isAlive(pid));
  expect(await world.workspace('ada')).toMatchObject({ phase: 'stopped', ready: false });
  expect(await statusOf(world)).toMatchObject({ replicas: 0, observedGeneration: 2 });
  expect(readdirSync(join(world.dataDir, 'volumes'))).toEqual([name]);
  await world.merge(paths.statefulSet(name), { spec: { replicas: 1 } });
  await world.ready('ada', pid);
});

test('a process that dies is started again and counted', async () => {
  await using world = await World.start();
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  process.kill(pid, 'SIGKILL');
  expect(await world.ready('ada', pid)).toMatchObject({ restarts: 1 });
});

test('deleting ends the process; deleting the claim deletes the data', async () => {
  await using world = await World.start();
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  const volume = join(world.dataDir, 'volumes', name);
  // Deletes the claim in use: the response arrives once both process and data are gone.
  expect((await world.api('DELETE', paths.claim(name))).status).toBe(200);
  expect([isAlive(pid), existsSync(volume)]).toEqual([false, false]);
  expect((await world.api('GET', paths.claim(name))).status).toBe(404);

  await world.apply(paths.claim(name), manifests('ada').claim);
  const again = await world.ready('ada', pid);
  expect((await world.api('DELETE', paths.statefulSet(name))).status).toBe(200);
  await eventually('the process ends', async () => !isAlive(again.pid));
  expect(await world.workspace('ada')).toBeUndefined();
  expect(existsSync(volume)).toBe(true);
});

test('closing ends every process, starting again brings them up', async () => {
  await using world = await World.start();
  await world.provision('ada');
  await world.provision('bob');
  const [ada, bob] = [await world.ready('ada'), await world.ready('bob')];
  await world.restart();
  expect([isAlive(ada.pid), isAlive(bob.pid)]).toEqual([false, false]);
  await world.ready('ada', ada.pid);
  await world.ready('bob', bob.pid);
});
