import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { World } from './harness.ts';
import { type manifests, signInKey } from './manifests.ts';

const base = '/ingress/ws-ada';

async function started(options?: Parameters<typeof manifests>[1]): Promise<World> {
  const world = await World.start();
  await world.provision('ada', options);
  await world.ready('ada');
  return world;
}

const hmac = (purpose: string) => createHmac('sha256', signInKey).update(purpose).digest('hex');

async function importInto(world: World, body: string, signedBody = body): Promise<number> {
  const digest = createHash('sha256').update(signedBody).digest('hex');
  const answer = await world.get(`${base}/weft/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hmac(`import:${digest}`)}`, 'content-type': 'application/json' },
    body,
  });
  return answer.status;
}

async function exported(world: World): Promise<string> {
  const headers = { authorization: `Bearer ${hmac('export')}` };
  return (await world.get(`${base}/weft/export`, { headers })).text();
}

const workflow = (id: string, name = id) => ({
  id,
  name,
  active: true,
  createdAt: `2026-01-01T00:00:00.00${id.length}Z`,
  updatedAt: '2026-01-01T00:00:00.000Z',
  nodes: [],
  connections: {},
  settings: {},
});

test('what is imported is exported again in the same bytes, also after a restart', async () => {
  await using world = await started();
  const [one, two] = [workflow('a', 'Ä \u0001 🙂'), workflow('bb')];
  expect(await importInto(world, JSON.stringify([one, two]))).toBe(204);
  expect(await exported(world)).toBe(`[${JSON.stringify(one)},\n${JSON.stringify(two)}]`);
  const changed = { ...two, name: 'changed', active: false };
  expect(await importInto(world, JSON.stringify([changed]))).toBe(204);
  expect(await importInto(world, JSON.stringify([changed]))).toBe(204);
  const { pid } = await world.ready('ada');
  process.kill(pid, 'SIGKILL');
  await world.ready('ada', pid);
  expect(await exported(world)).toBe(`[${JSON.stringify(one)},\n${JSON.stringify(changed)}]`);
});

test('one that lacks what n8n fills in is taken as it is', async () => {
  await using world = await started();
  const bare = { id: 'a', name: 'A', nodes: [], connections: {} };
  expect(await importInto(world, JSON.stringify([bare, workflow('bb')]))).toBe(204);
  expect(await exported(world)).toBe(`[${JSON.stringify(bare)},\n${JSON.stringify(workflow('bb'))}]`);
});

test('an import that is not signed for its body, or holds anything but workflows, changes nothing', async () => {
  await using world = await started();
  const body = JSON.stringify([workflow('a')]);
  expect(await importInto(world, body, '[]')).toBe(401);
  for (const bad of [
    'no JSON',
    '{}',
    '[1]',
    JSON.stringify([workflow('a'), { id: 'b' }]),
    JSON.stringify([workflow('../a')]),
    JSON.stringify([{ ...workflow('a'), nodes: {} }]),
    JSON.stringify([{ ...workflow('a'), id: 7 }]),
  ])
    expect(await importInto(world, bad)).toBe(400);
  expect(await exported(world)).toBe('[]');
});
