import { expect, test } from 'vitest';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { eventually, signInToken, World } from './harness.ts';
import { manifests, paths } from './manifests.ts';

// Features only of the small runtime; engine/contract tests those that it shares with n8n.

const base = '/ingress/ws-ada';

async function startRuntime(options?: Parameters<typeof manifests>[1]): Promise<World> {
  const world = await World.start();
  await world.provision('ada', options);
  await world.ready('ada');
  return world;
}

async function signIn(world: World): Promise<string> {
  const response = await world.get(`${base}/weft/sign-in?token=${signInToken()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`no cookie came with ${response.status}`);
  return cookie;
}

test('the page shows the workspace, its version and its workflows, and only links to the portal', async () => {
  await using world = await startRuntime({ timezone: 'Europe/Berlin' });
  const cookie = await signIn(world);
  await world.post(`${base}/rest/workflows`, { name: '<b>Report</b>' }, { cookie });
  const answer = await world.get(`${base}/`, { headers: { cookie } });
  const page = await answer.text();
  for (const part of [
    'Workspace ada',
    'ada@example.com',
    '1.115.3',
    'Europe/Berlin',
    'Create workflow',
    '&lt;b&gt;Report&lt;/b&gt;',
    '<form method="post" action="weft/admin-panel">',
  ])
    expect(page).toContain(part);
  expect(answer.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://localhost:8787;",
  );
});

test.each(['/templates/My_Template-2/setup', '/workflows/templates/My_Template-2'])(
  'a link to %s arrives at the template, for people who are signed in',
  async (path) => {
    await using world = await startRuntime();
    expect((await world.get(base + path)).status).toBe(401);
    const page = await world.get(base + path, { headers: { cookie: await signIn(world) } });
    const content = await page.text();
    expect([page.status, content.includes('Template My_Template-2')]).toEqual([200, true]);
    const home = /class="button" href="([^"]+)"/.exec(content)?.[1] ?? '';
    expect(new URL(home, `http://x${path}`).pathname).toBe('/');
  },
);

test('refuses the data of a newer version', async () => {
  await using world = await startRuntime({ version: '2.41.3' });
  const run = (version: string) =>
    world.apply(paths.statefulSet('ws-ada'), manifests('ada', { version }).statefulSet);
  await run('2.40.7');
  await eventually('it crashes again and again', async () => {
    const { version, restarts = 0, ready } = (await world.workspace('ada')) ?? {};
    expect(version === '2.40.7' && ready).toBe(false);
    return version === '2.40.7' && restarts > 1;
  });
});

test('behind https the cookie is Secure', async () => {
  await using world = await startRuntime();
  const response = await world.get(`${base}/weft/sign-in?token=${signInToken()}`, {
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(response.headers.getSetCookie()[0]).toContain('; Secure');
});

test('a stranger sees a page that links to the portal, with 401', async () => {
  await using world = await startRuntime();
  const response = await world.get(`${base}/`, { headers: { cookie: 'n8n-auth=guess' } });
  expect(response.status).toBe(401);
  expect(await response.text()).toContain('http://localhost:8787');
  expect((await world.post(`${base}/rest/workflows`, {})).status).toBe(401);
  for (const call of ['run', 'trigger'])
    expect((await world.post(`${base}/rest/workflows/x/${call}`, {})).status).toBe(401);
  const cookie = await signIn(world);
  for (const call of ['run', 'trigger'])
    expect((await world.post(`${base}/rest/workflows/x/${call}`, {}, { cookie })).status).toBe(404);
});

test('the buttons of the page work, yet not from a page of another workspace', async () => {
  await using world = await startRuntime();
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
  const page = await (await world.get(`${base}/`, { headers: { cookie } })).text();
  expect(page).toContain('My workflow 1');
  const run = /action="(rest\/workflows\/\w+\/trigger)"/.exec(page)?.[1];
  const ran = await world.get(`${base}/${run}`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(),
  });
  expect([ran.status, ran.headers.get('location')]).toEqual([303, '../../../']);
  expect(await (await world.get(`${base}/`, { headers: { cookie } })).text()).toContain('1 executions in');
});

test('health is OK while readiness waits for the migrations', async () => {
  await using world = await World.start();
  const { secret, claim, service, statefulSet } = manifests('ada');
  const [container] = statefulSet.spec.template.spec.containers;
  const migratingFor = (durationMs: number) => {
    const set = structuredClone(statefulSet);
    set.spec.template.spec.containers = [
      {
        ...container,
        name: 'n8n',
        image: 'n8nio/n8n:1',
        env: [...(container?.env ?? []), { name: 'WEFT_MIGRATION_MS', value: String(durationMs) }],
        // Always fine, so that the ingress forwards requests during the migrations.
        readinessProbe: { httpGet: { path: '/healthz', port: 5678 } },
      },
    ];
    return set;
  };
  await world.apply(paths.secret('ws-ada'), secret);
  await world.apply(paths.claim('ws-ada'), claim);
  await world.apply(paths.service('ws-ada'), service);
  await world.apply(paths.statefulSet('ws-ada'), migratingFor(HOUR_MS));
  await world.ready('ada');
  expect((await world.get(`${base}/healthz`)).status).toBe(200);
  expect((await world.get(`${base}/healthz/readiness`)).status).toBe(503);
  await world.apply(paths.statefulSet('ws-ada'), migratingFor(0));
  await expect.poll(async () => (await world.get(`${base}/healthz/readiness`)).status).toBe(200);
});
