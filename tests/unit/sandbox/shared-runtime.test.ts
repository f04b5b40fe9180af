import { expect, test } from 'vitest';
import { eventually, World } from './harness.ts';
import { manifests, paths } from './manifests.ts';

const statefulSet = paths.statefulSet('ws-ada');
/** A navigation, which the gate lets through. */
const NAVIGATION = { headers: { accept: 'text/html' } };

// cluster-processes and cluster-faults test the same of processes.
test('a workspace that dies cuts its requests off, and starts again with its data, beside an unchanged one', async () => {
  await using world = await World.start({ engine: 'shared' });
  await world.provision('ada');
  await world.provision('bob');
  const [ada, bob] = [await world.ready('ada'), await world.ready('bob')];
  const counted = () => world.get('/ingress/ws-ada/counted').then((answer) => answer.text());
  expect((await world.get('/ingress/ws-ada/webhook/counted/1', NAVIGATION)).status).toBe(200);
  const ledger = await counted();
  expect(ledger).toContain('/webhook/counted/1');

  expect((await world.get('/ingress/ws-ada/webhook/die', NAVIGATION)).status).toBe(502);
  await world.ready('ada', ada.pid);
  expect(await counted()).toBe(ledger);
  expect((await world.workspace('ada'))?.restarts).toBe(1);
  expect((await world.workspace('bob'))?.pid).toBe(bob.pid);
});

test('a workspace stops with its StatefulSet, and never starts with an invalid environment or in a crash loop', async () => {
  await using world = await World.start({ engine: 'shared' });
  await world.provision('ada');
  const { pid } = await world.ready('ada');
  await world.merge(statefulSet, { spec: { replicas: 0 } });
  await eventually('it stops', async () => (await world.workspace('ada'))?.phase === 'stopped');
  expect((await world.get('/ingress/ws-ada/healthz')).status).toBe(503);

  await world.post('/cluster/faults', { workspace: 'ada', mode: 'crash-loop' });
  await world.merge(statefulSet, { spec: { replicas: 1 } });
  await eventually('it dies', async () => ((await world.workspace('ada'))?.restarts ?? 0) > 1);
  await world.post('/cluster/faults', { workspace: 'ada', mode: 'none' });
  const { restarts } = await world.ready('ada', pid);

  const { containers } = manifests('ada').statefulSet.spec.template.spec;
  const env = [...(containers[0]?.env ?? []), { name: 'WEFT_PURPOSE', value: 'none' }];
  await world.merge(statefulSet, {
    spec: { template: { spec: { containers: [{ ...containers[0], env }] } } },
  });
  await eventually(
    'it dies again',
    async () => ((await world.workspace('ada'))?.restarts ?? 0) > restarts + 1,
  );
  expect((await world.workspace('ada'))?.ready).toBe(false);
});
