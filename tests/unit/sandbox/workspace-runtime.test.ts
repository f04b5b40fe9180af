import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInToken, World } from './harness.ts';
import { manifests, paths, signInKey } from './manifests.ts';

const base = '/ingress/ws-ada';

async function started(options?: Parameters<typeof manifests>[1]): Promise<World> {
  const world = await World.start();
  await world.provision('ada', options);
  await world.ready('ada');
  return world;
}

const follow = (world: World, token: string) =>
  world.get(`${base}/weft/sign-in?token=${encodeURIComponent(token)}`);

async function signIn(world: World): Promise<string> {
  const response = await follow(world, signInToken());
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`no cookie came with ${response.status}`);
  return cookie;
}

const signature = (purpose: string, key = signInKey) => ({
  authorization: `Bearer ${createHmac('sha256', key).update(purpose).digest('hex')}`,
});

test('a sign-in link lets its holder in, once, and a restart forgets neither session nor use', async () => {
  await using world = await started({ timezone: 'Europe/Berlin' });
  const token = signInToken({ path: '/workflows/7?tab=1' });
  const response = await follow(world, token);
  expect([response.status, response.headers.get('location')]).toEqual([302, '/workflows/7?tab=1']);
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^n8n-auth=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);

  const { pid } = await world.ready('ada');
  process.kill(pid, 'SIGKILL');
  await world.ready('ada', pid);
  const again = await follow(world, token);
  expect([again.status, again.headers.getSetCookie()]).toEqual([401, []]);

  const page = await (
    await world.get(`${base}/`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  ).text();
  for (const part of [
    'Workspace ada',
    'ada@example.com',
    '1.115.3',
    'Europe/Berlin',
    'Create workflow',
    'Open admin panel',
  ])
    expect(page).toContain(part);
});

test('two uses of one link at once sign in once', async () => {
  await using world = await started();
  const token = signInToken();
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await follow(world, token)).status),
  );
  expect(statuses.sort()).toEqual([302, 401, 401, 401, 401]);
});

describe('links that are not good', () => {
  // None of these changes anything, so one workspace serves them all.
  let world: World;
  beforeAll(async () => {
    world = await started();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each([
    ['expired', signInToken({ exp: Date.now() - 1 })],
    ['signed with another key', signInToken({}, 'other-key')],
    ['without a signature', signInToken().split('.')[0] ?? ''],
    [
      'with a signature of something else',
      `${signInToken({ role: 'member' }).split('.')[0]}.${signInToken().split('.')[1]}`,
    ],
    ['without an id', signInToken({ jti: undefined })],
    ['garbage', '%%%'],
    ['empty', ''],
  ])('a link that is %s is a plain 401 page', async (_case, token) => {
    const response = await follow(world, token);
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
    expect(await response.text()).toContain('Open Weft Cloud');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\tevil', ''])(
    'a link never leads to %j',
    async (path) => {
      expect((await follow(world, signInToken({ path }))).headers.get('location')).toBe('/');
    },
  );
});

test('behind https the cookie is Secure', async () => {
  await using world = await started();
  const response = await world.get(`${base}/weft/sign-in?token=${signInToken()}`, {
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(response.headers.getSetCookie()[0]).toContain('; Secure');
});

test('a stranger sees a page that leads to the portal, with 401', async () => {
  await using world = await started();
  const response = await world.get(`${base}/`, { headers: { cookie: 'n8n-auth=guess' } });
  expect(response.status).toBe(401);
  expect(await response.text()).toContain('http://localhost:8787');
  expect((await world.post(`${base}/rest/workflows`, {})).status).toBe(401);
  expect((await world.post(`${base}/rest/workflows/x/run`, {})).status).toBe(401);
});

test('workflows and their runs are counted, exported and kept', async () => {
  await using world = await started();
  const cookie = await signIn(world);
  const { data: first } = await (
    await world.post(`${base}/rest/workflows`, { name: '<b>Report</b>' }, { cookie })
  ).json();
  await world.post(`${base}/rest/workflows`, { name: 'Draft', active: false }, { cookie });
  for (let run = 0; run < 2; run += 1)
    expect((await world.post(`${base}/rest/workflows/${first.id}/run`, {}, { cookie })).status).toBe(200);
  expect((await world.post(`${base}/rest/workflows/none/run`, {}, { cookie })).status).toBe(404);

  const page = await (await world.get(`${base}/`, { headers: { cookie } })).text();
  expect(page).toContain('&lt;b&gt;Report&lt;/b&gt;');

  const { pid } = await world.ready('ada');
  process.kill(pid, 'SIGKILL');
  await world.ready('ada', pid);
  const usage = await world.get(`${base}/weft/usage`, { headers: signature('usage') });
  expect(await usage.json()).toEqual({
    data: { timeframe: new Date().toISOString().slice(0, 7), executions: 2, activeWorkflows: 1 },
  });
  const exported = await (await world.get(`${base}/weft/export`, { headers: signature('export') })).json();
  expect(exported.map(({ name, active }: { name: string; active: boolean }) => [name, active])).toEqual([
    ['<b>Report</b>', true],
    ['Draft', false],
  ]);
});

test('usage and export answer the holder of the key alone, each with its own signature', async () => {
  await using world = await started();
  for (const [path, headers] of [
    ['usage', {}],
    ['usage', signature('export')],
    ['export', signature('usage')],
    ['export', signature('export', 'other-key')],
  ] as const)
    expect((await world.get(`${base}/weft/${path}`, { headers })).status).toBe(401);
  expect(await (await world.get(`${base}/weft/export`, { headers: signature('export') })).json()).toEqual([]);
});

test('the buttons of the page work, yet not from a page of another workspace', async () => {
  await using world = await started();
  const cookie = await signIn(world);
  const press = (site: string) =>
    world.get(`${base}/rest/workflows`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': site },
      body: new URLSearchParams(),
    });
  expect((await press('same-site')).status).toBe(403);
  const pressed = await press('same-origin');
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '../']);
  expect(await (await world.get(`${base}/`, { headers: { cookie } })).text()).toContain('My workflow 1');
});

test('health is always fine while readiness waits for the migrations', async () => {
  await using world = await World.start();
  const { secret, claim, service, statefulSet } = manifests('ada');
  const [container] = statefulSet.spec.template.spec.containers;
  // Probed on the path that is always fine, so that the ingress lets both questions through while it migrates.
  const slow = structuredClone(statefulSet);
  slow.spec.template.spec.containers = [
    {
      ...container,
      name: 'n8n',
      image: 'n8nio/n8n:1',
      env: [...(container?.env ?? []), { name: 'WEFT_MIGRATION_MS', value: '600' }],
      readinessProbe: { httpGet: { path: '/healthz', port: 5678 } },
    },
  ];
  await world.apply(paths.secret('ws-ada'), secret);
  await world.apply(paths.claim('ws-ada'), claim);
  await world.apply(paths.service('ws-ada'), service);
  await world.apply(paths.statefulSet('ws-ada'), slow);
  await world.ready('ada');
  expect((await world.get(`${base}/healthz`)).status).toBe(200);
  expect((await world.get(`${base}/healthz/readiness`)).status).toBe(503);
  await expect
    .poll(async () => (await world.get(`${base}/healthz/readiness`)).status, { timeout: 30_000 })
    .toBe(200);
});
