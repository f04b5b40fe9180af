import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { workspaceProcess } from '#app/integrations/workspace-process/workspace-process.ts';
import { verifyCall } from '#durable-objects/workspace/verify-call.ts';
import { Cloud } from '#sandbox/runtime/cloud.ts';
import { runtimeRoutes } from '#sandbox/runtime/routes.ts';
import { Sessions } from '#sandbox/runtime/sessions.ts';
import { Workflows } from '#sandbox/runtime/workflows.ts';
import { bind } from '#sandbox/server/http-server.ts';
import { json, type Reply, text } from '#sandbox/server/reply.ts';
import { type RouteRequest, routeListener } from '#sandbox/server/router.ts';
import { signInToken } from './harness.ts';
import { signInKey } from './manifests.ts';

type Portal = (request: RouteRequest) => Reply | Promise<Reply>;

let portal: Portal;
let portalUrl: string;
let dataDir: string;
let now: number;
let workspace: string;
let stack = new AsyncDisposableStack();

/** A workspace's process without a process: its routes alone, on the data that the last one left. */
async function startRuntime(purpose: 'serve' | 'backup' = 'serve'): Promise<string> {
  const server = await bind(0);
  stack.defer(() => server.close());
  const config = {
    port: server.port,
    dataDir,
    workspace: 'ada',
    workspaceId: undefined,
    version: '1.115.3',
    timezone: 'Etc/UTC',
    portalUrl,
    signInKey,
    purpose,
    migrationMs: 0,
  };
  const routes = runtimeRoutes({
    config,
    sessions: new Sessions(dataDir),
    workflows: new Workflows(dataDir),
    cloud: new Cloud(config, () => now),
    now: () => now,
    startedAt: now,
  });
  server.serve(routeListener(routes), (_request, socket) => socket.destroy());
  return `http://127.0.0.1:${server.port}`;
}

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  dataDir = mkdtempSync(join(tmpdir(), 'weft-runtime-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  now = Date.now();
  const server = await bind(0);
  stack.defer(() => server.close());
  portalUrl = `http://127.0.0.1:${server.port}`;
  portal = () => json(200, { code: 'a/code+1' });
  const route = {
    method: 'POST',
    path: '/api/workspace/login-code',
    handle: (request: RouteRequest) => portal(request),
  };
  server.serve(routeListener([route]), (_request, socket) => socket.destroy());
  workspace = await startRuntime();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await stack.disposeAsync();
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(workspace + path, { redirect: 'manual', ...init });

async function signIn(claims: Record<string, unknown> = {}): Promise<string> {
  const response = await get(`/weft/sign-in?token=${signInToken(claims)}`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const visit = async (cookie: string) => (await get('/', { headers: { cookie } })).status;

const press = (cookie: string, site = 'same-origin') =>
  get('/weft/admin-panel', { method: 'POST', headers: { cookie, 'sec-fetch-site': site } });

const loginForm = () => `${portalUrl}/login?returnPath=/dashboard`;

test('the admin panel is opened with a code for the person who asks', async () => {
  const tokens: string[] = [];
  portal = async (request) => {
    tokens.push(JSON.parse(await request.text()).token);
    return json(200, { code: 'a/code+1' });
  };
  const pressed = await press(await signIn());
  expect([pressed.status, pressed.headers.get('location')]).toEqual([
    303,
    `${portalUrl}/login?code=a%2Fcode%2B1&returnPath=/dashboard`,
  ]);
  expect(pressed.headers.get('cache-control')).toBe('no-store');
  expect(pressed.headers.get('referrer-policy')).toBe('no-referrer');

  const [token = ''] = tokens;
  const self = { name: 'ada', signInKeys: [signInKey] };
  expect(await verifyCall(token, self, now)).toEqual({ email: 'ada@example.com' });
  expect(await verifyCall(token, { ...self, name: 'eve' }, now)).toBeNull();
  expect(await verifyCall(token, { ...self, signInKeys: ['other'] }, now)).toBeNull();
  // Half a minute for clocks that differ, either way.
  expect(await verifyCall(token, self, now - 29_000)).not.toBeNull();
  expect(await verifyCall(token, self, now - 31_000)).toBeNull();
  expect(await verifyCall(token, self, now + 30_000)).toBeNull();
  // Signed with the same key, yet no sign-in link.
  expect((await get(`/weft/sign-in?token=${token}`)).status).toBe(401);
});

test('the page has the button, and lets its answer lead to the portal and nowhere else', async () => {
  const cookie = await signIn();
  const page = await get('/', { headers: { cookie } });
  expect(await page.text()).toContain('<form method="post" action="weft/admin-panel">');
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${portalUrl};`);
});

test.each<[string, Portal]>([
  ['refuses', () => json(403, { code: 'forbidden' })],
  ['fails', () => text(500, 'down')],
  ['answers without a code', () => json(200, { code: '' })],
  ['answers with a code that is none', () => json(200, { code: { $: 1 } })],
  ['answers with a page', () => text(200, '<html>')],
  ['leads elsewhere', () => ({ status: 302, headers: { location: '/elsewhere' } })],
])('a portal that %s leaves the person at its form', async (_what, answer) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  portal = answer;
  const pressed = await press(await signIn());
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, loginForm()]);
  expect(log).toHaveBeenCalledTimes(1);
});

test('a portal that does not answer is waited for three seconds and no longer', async () => {
  const timeout = AbortSignal.timeout;
  const deadlines: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((deadlineMs) => {
    deadlines.push(deadlineMs);
    return timeout.call(AbortSignal, 50);
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  portal = async (request) => {
    await request.closed();
    return text(200, 'too late');
  };
  const pressed = await press(await signIn());
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, loginForm()]);
  expect(deadlines).toEqual([3_000]);
});

test('nobody else gets to the admin panel: no stranger, no page of another workspace, no link', async () => {
  let asked = 0;
  portal = () => {
    asked += 1;
    return json(200, { code: 'code' });
  };
  const cookie = await signIn();
  expect((await press('n8n-auth=guess')).status).toBe(401);
  for (const site of ['same-site', 'cross-site']) expect((await press(cookie, site)).status).toBe(403);
  expect((await get('/weft/admin-panel', { headers: { cookie } })).status).toBe(405);
  expect(asked).toBe(0);
});

const facts: InstanceFacts = {
  workspaceId: 'wks_ada',
  accountId: 'acc_ada',
  name: 'ada',
  ownerEmail: 'ada@example.com',
  timezone: 'Etc/UTC',
  limits: {
    monthlyExecutions: 1,
    activeWorkflows: 1,
    concurrentExecutions: 1,
    memoryMib: 1,
    cpuMillicores: 1,
    logRetentionDays: 1,
  },
  subscription: { kind: 'active' },
  clusterId: 'local',
  toldRevision: 1,
};

/** As the portal does it. */
function signOut(email: string, key = signInKey, url = workspace): Promise<void> {
  return workspaceProcess({
    clusters: [{ id: 'local', ingressUrlTemplate: url }],
    outbound: createOutbound({ fetch, clock: { now: () => Date.now() }, wait: async () => {} }),
    fetch,
  }).signOut(facts, key, email);
}

test('a person who is signed out has no session left, even after a restart; others keep theirs', async () => {
  const [laptop, phone] = [await signIn(), await signIn({ email: 'Ada@Example.com' })];
  const other = await signIn({ email: 'eve@example.com' });
  await signOut('ada@example.com');
  workspace = await startRuntime();
  expect(await Promise.all([laptop, phone, other].map(visit))).toEqual([401, 401, 200]);
  await signOut('ada@example.com');
  await signOut('nobody@example.com');
  expect(await visit(other)).toBe(200);
});

test('links that were signed before are worth nothing, in whatever case and after a restart; later ones are', async () => {
  const before = [
    signInToken({ iat: now - 1, exp: now + 59_999 }),
    signInToken({ iat: now, exp: now + 60_000 }),
    signInToken({ iat: now, exp: now + 60_000, email: 'ADA@example.com' }),
    // Of a portal that does not say when: its lifetime does.
    signInToken({ exp: now + 60_000 }),
  ];
  const ofAnother = signInToken({ iat: now - 1, exp: now + 59_999, email: 'eve@example.com' });
  await signOut('ada@example.com');
  workspace = await startRuntime();
  now += 100;
  const open = async (token: string) => (await get(`/weft/sign-in?token=${token}`)).status;
  expect(await Promise.all(before.map(open))).toEqual([401, 401, 401, 401]);
  expect(await open(ofAnother)).toBe(302);
  expect(await open(signInToken({ iat: now, exp: now + 60_000 }))).toBe(302);
  expect(await open(signInToken({ exp: now + 60_000 }))).toBe(302);
  expect(await open(signInToken({ iat: 'soon' }))).toBe(401);
});

test('another sign-out forgets no earlier one while its links are good', async () => {
  const link = signInToken({ iat: now, exp: now + 60_000 });
  await signOut('ada@example.com');
  now += 59_000;
  await signOut('eve@example.com');
  expect((await get(`/weft/sign-in?token=${link}`)).status).toBe(401);
});

test('only the holder of the key signs somebody out, and each call is for one person', async () => {
  const cookie = await signIn();
  await expect(signOut('ada@example.com', 'other-key')).rejects.toThrow('401');
  const call = async (body: string, purpose?: string) => {
    const bearer = createHmac('sha256', signInKey)
      .update(purpose ?? '')
      .digest('hex');
    const headers: Record<string, string> =
      purpose === undefined ? {} : { authorization: `Bearer ${bearer}` };
    return (await get('/weft/sign-out', { method: 'POST', headers, body })).status;
  };
  const email = 'ada@example.com';
  expect(await call(JSON.stringify({ email }))).toBe(401);
  expect(await call(JSON.stringify({ email }), 'sign-out:eve@example.com')).toBe(401);
  expect(await call(JSON.stringify({ email }), 'usage')).toBe(401);
  expect(await call('{', `sign-out:${email}`)).toBe(400);
  expect(await call('null', `sign-out:${email}`)).toBe(400);
  expect(await call('{"email": ""}', 'sign-out:')).toBe(400);
  expect(await call(JSON.stringify({ email: [email] }), `sign-out:${email}`)).toBe(400);
  expect(await call(JSON.stringify({ email: 'a'.repeat(255) }), `sign-out:${'a'.repeat(255)}`)).toBe(400);
  expect(await visit(cookie)).toBe(200);
});

test('what does not say 204 has signed nobody out', async () => {
  const server = await bind(0);
  stack.defer(() => server.close());
  server.serve(
    routeListener([{ method: '*', path: '/weft/sign-out', handle: () => text(200, 'a page') }]),
    (_request, socket) => socket.destroy(),
  );
  await expect(signOut('ada@example.com', signInKey, `http://127.0.0.1:${server.port}`)).rejects.toThrow(
    '200',
  );
});

test('while it runs for its backup alone, it neither signs out nor leads anywhere', async () => {
  const cookie = await signIn();
  workspace = await startRuntime('backup');
  expect((await press(cookie)).status).toBe(503);
  await expect(signOut('ada@example.com')).rejects.toThrow('503');
});

test.each(['/templates/My_Template-2/setup', '/workflows/templates/My_Template-2'])(
  'a link to %s arrives at the template, for people who are signed in',
  async (path) => {
    expect((await get(path)).status).toBe(401);
    const page = await get(path, { headers: { cookie: await signIn() } });
    const content = await page.text();
    expect([page.status, content.includes('Template My_Template-2')]).toEqual([200, true]);
    expect(new URL(/class="button" href="([^"]+)"/.exec(content)?.[1] ?? '', page.url).pathname).toBe('/');
  },
);
