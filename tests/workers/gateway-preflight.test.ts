import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { PASSED, ScriptedGateway, withStatus } from './support/scripted-gateway.ts';

let gateway: ScriptedGateway;
beforeEach(async () => {
  gateway = await ScriptedGateway.start();
  gateway.answer = withStatus(503);
  gateway.view = { status: InstanceStatus.Pending, notice: null } as InstanceView;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const asked = {
  Origin: 'https://shop.example',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type,x-form',
};

/** Sends a preflight. @returns its status and the headers that browsers read. */
async function ask(path = '/webhook/a', headers: Record<string, string> = asked, method = 'OPTIONS') {
  const answered = await gateway.pass(new Request(gateway.urlOf(path), { method, headers }));
  const permissions = [...answered.headers].filter(([name]) => name.startsWith('access-control-'));
  return { status: answered.status, permissions: Object.fromEntries(permissions) };
}

const permitted = {
  status: 204,
  permissions: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type,x-form',
    'access-control-max-age': '5',
  },
};

test('a website’s script can send a webhook that is held, while the workspace starts', async () => {
  expect(await ask()).toEqual(permitted);
  expect(gateway.signals).toEqual([]);
});

test.each([502, 530, 403, 200])(
  'a preflight that a proxy answers with %i is permitted, since its webhook would be held',
  async (status) => {
    gateway.view = { status: InstanceStatus.Online, notice: null } as InstanceView;
    gateway.answer = withStatus(status);
    expect(await ask()).toEqual(permitted);
  },
);

test.each([204, 404, 503])('n8n’s own answer %i to a preflight is passed on unchanged', async (status) => {
  gateway.answer = withStatus(status, { ...PASSED, 'Access-Control-Allow-Origin': 'https://only.example' });
  expect(await ask()).toEqual({
    status,
    permissions: { 'access-control-allow-origin': 'https://only.example' },
  });
});

test('a chat on another website can read why its message is not held', async () => {
  const path = '/webhook/0d4b9b3e-8f0a-4c55-9c39-0c2f3a1b7e11/chat';
  expect(await ask(path)).toEqual(permitted);
});

test.each([404, 500])(
  'n8n’s error %i to a preflight permits the webhook, which may be held: n8n has not registered it yet',
  async (status) => {
    gateway.view = { status: InstanceStatus.Online, notice: null } as InstanceView;
    gateway.answer = withStatus(status, PASSED);
    expect(await ask()).toEqual(permitted);
    expect(gateway.signals).toEqual([]);
  },
);

test.each([
  ['to a test run', '/webhook-test/a', asked, 'OPTIONS'],
  ['to a form, whose page is of its own host', '/form/a', asked, 'OPTIONS'],
  ['to the editor', '/rest/login', asked, 'OPTIONS'],
  ['without an origin', '/webhook/a', { 'Access-Control-Request-Method': 'POST' }, 'OPTIONS'],
  ['without a method', '/webhook/a', { Origin: asked.Origin }, 'OPTIONS'],
  [
    'for a method that is not held',
    '/webhook/a',
    { ...asked, 'Access-Control-Request-Method': 'HEAD' },
    'OPTIONS',
  ],
  ['by another method', '/webhook/a', asked, 'HEAD'],
])('a preflight %s gets the workspace’s state and no permission', async (_, path, headers, method) => {
  expect(await ask(path, headers, method)).toEqual({ status: 503, permissions: {} });
});

test.each(['deleting', 'deleted'] as const)(
  'a workspace that is %s holds no webhook, and permits no preflight',
  async (notice) => {
    gateway.view = { status: InstanceStatus.Stopped, notice } as InstanceView;
    expect((await ask()).permissions).toEqual({});
  },
);
