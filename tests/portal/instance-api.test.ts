import { beforeAll, expect, inject, test } from 'vitest';
import { newAddress, PortalClient } from '../support/portal-client.ts';
import {
  advanceClock,
  instanceOf,
  joinAs,
  setClusterFault,
  setUpOnline,
  untilOnline,
  untilStatus,
} from '../support/set-up.ts';

const portal = inject('portal');

/** One workspace for all refused calls, which change nothing. */
const shared = new PortalClient(portal);
const member = new PortalClient(portal);

beforeAll(async () => {
  await setUpOnline(shared);
  await joinAs(shared, member, { email: newAddress(), role: 'member' });
});

function call(client: PortalClient, method: string, path: string, body?: string, type = 'application/json') {
  return client.request(path, {
    method,
    headers: { Origin: portal.portalUrl, ...(body === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  });
}

const put = (client: PortalClient, change: unknown) =>
  call(client, 'PUT', '/api/instance/configuration', JSON.stringify(change));

const reads = ['', '/n8n-versions', '/url', '/used-limits'].map((path) => `/api/instance${path}`);
const writes = ['/configuration', '/restart'].map((path) => `/api/instance${path}`);

test('refuses requests without a sign-in', async () => {
  const visitor = new PortalClient(portal);
  for (const path of reads) expect((await call(visitor, 'GET', path)).status, path).toBe(401);
  for (const path of writes) expect((await call(visitor, 'PUT', path, '{}')).status, path).toBe(401);
});

test('a member reads and opens the workspace, and changes nothing', async () => {
  expect((await call(member, 'GET', '/api/instance')).status).toBe(200);
  expect((await call(member, 'GET', '/api/instance/url')).status).toBe(200);
  expect((await call(member, 'GET', '/api/instance/n8n-versions')).status).toBe(403);
  for (const path of writes) expect((await call(member, 'PUT', path, '{}')).status, path).toBe(403);
});

test('an address lists its methods', async () => {
  for (const path of reads) {
    const answer = await call(shared, 'PUT', path, '{}');
    expect([answer.status, answer.headers.get('Allow')], path).toEqual([405, 'GET, HEAD']);
  }
  for (const path of writes) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const answer = await call(shared, method, path);
      expect([answer.status, answer.headers.get('Allow')], `${method} ${path}`).toEqual([405, 'PUT']);
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
    }
  }
});

test('the instance has the fields of design §4', async () => {
  expect(await instanceOf(shared)).toMatchObject({
    status: 1,
    plan: 'trial-1',
    version: { name: '2.40.7' },
    timezone: 'Europe/Berlin',
    usedLimits: { timeframe: expect.stringMatching(/^\d{4}-\d\d$/), executions: 0, activeWorkflows: 0 },
    trialDaysLeft: 14,
    deletionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ownerEmail: expect.stringContaining('@example.com'),
    url: expect.stringContaining('.localhost'),
    name: expect.stringMatching(/^ada-/),
  });
});

test('lists the selectable versions, newest first', async () => {
  const answer = await call(shared, 'GET', '/api/instance/n8n-versions');
  const versions = (await answer.json()) as Array<{ name: string; isCurrent: boolean }>;
  expect(versions[0]).toEqual({
    name: '2.41.3',
    channel: 'beta',
    createdAt: '2026-09-26T01:10:25.000Z',
    hasBreakingChange: false,
    hasSecurityFix: true,
    isCurrent: false,
  });
  expect(versions.filter(({ isCurrent }) => isCurrent).map(({ name }) => name)).toEqual(['2.40.7']);
  // The running version is the oldest: n8n does not start on the data of a newer one.
  expect(versions.at(-1)?.name).toBe('2.40.7');
});

test.for([
  ['an unknown version', { version: '9.9.9' }, 'version_unknown', ['version']],
  ['a downgrade within the same major version', { version: '2.39.10' }, 'downgrade_refused', ['version']],
  ['a downgrade over a breaking change', { version: '1.123.81' }, 'downgrade_refused', ['version']],
  ['an unknown timezone', { timezone: 'Mars/Olympus' }, 'timezone_unknown', ['timezone']],
  ['fields that are not settings', { plan: 'large', limits: {} }, 'invalid_form', ['limits', 'plan']],
  [
    'a switch that is not a switch',
    { saveExecutions: { manual: 'yes', failed: true, successful: true, all: true } },
    'invalid_form',
    ['saveExecutions.all', 'saveExecutions.manual'],
  ],
  ['half of the switches', { saveExecutions: { manual: true } }, 'invalid_form', null],
  ['a version of another type', { version: 2 }, 'invalid_form', ['version']],
] as const)('%s: refused by name, and nothing is changed', async ([, change, code, fields]) => {
  const before = await instanceOf(shared);
  const answer = await put(shared, change);
  expect(answer.status).toBe(422);
  const body = (await answer.json()) as { code: string; error: string; fields: Record<string, string> };
  expect(body.code).toBe(code);
  if (fields) expect(Object.keys(body.fields).sort()).toEqual(fields);
  for (const sentence of Object.values(body.fields)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(await instanceOf(shared)).toEqual(before);
});

test('names invalid JSON in its refusal', async () => {
  const path = '/api/instance/configuration';
  expect((await call(shared, 'PUT', path, 'timezone=Etc/UTC', 'text/plain')).status).toBe(415);
  expect((await call(shared, 'PUT', path)).status).toBe(415);
  for (const body of ['{"timezone":', '[]', 'null', '']) {
    expect((await call(shared, 'PUT', path, body)).status, body).toBe(400);
  }
});

test('accepts a configuration without its status; saving it again changes nothing', async () => {
  const client = new PortalClient(portal);
  await setUpOnline(client);
  const saveExecutions = { manual: false, failed: true, successful: false };
  const answer = await put(client, { status: 3, timezone: 'Asia/Tokyo', saveExecutions });
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ status: 2, timezone: 'Asia/Tokyo', saveExecutions });
  const online = await untilOnline(client);
  const again = await put(client, { status: 0, timezone: 'Asia/Tokyo' });
  expect(again.status).toBe(202);
  expect(await again.json()).toMatchObject({ status: 1, revision: online.revision });
  expect((await put(client, {})).status).toBe(202);
});

test('a restart answers 202, then 409 while Pending and when Stopped', async () => {
  const client = new PortalClient(portal);
  const { accountName } = await setUpOnline(client);
  await setClusterFault(client, accountName, 'slow');
  const begun = await call(client, 'PUT', '/api/instance/restart');
  expect(begun.status).toBe(202);
  expect(await begun.json()).toMatchObject({ status: 2, cause: 'restart' });
  const pending = await call(client, 'PUT', '/api/instance/restart');
  expect([pending.status, await pending.json()]).toMatchObject([409, { code: 'workspace_pending' }]);
  expect((await call(client, 'GET', '/api/instance/url')).status).toBe(409);
  await setClusterFault(client, accountName, 'none');
  await advanceClock(client, accountName, 'P14D');
  await untilStatus(client, 3);
  for (const path of writes) {
    // A restart takes no body.
    const body = path.endsWith('configuration') ? '{"timezone":"Asia/Tokyo"}' : undefined;
    const stopped = await call(client, 'PUT', path, body);
    expect([stopped.status, await stopped.json()], path).toMatchObject([409, { code: 'workspace_stopped' }]);
  }
});

test('the sign-in link opens the workspace, by cookie or by Bearer token', async () => {
  const bearer = new PortalClient(portal);
  const answer = await bearer.request('/api/instance/url', {
    headers: { Authorization: `Bearer ${shared.cookies.get('token')}` },
  });
  const { url } = (await answer.json()) as { url: string };
  expect(new URL(url).hostname).toBe(`${(await instanceOf(shared)).name}.localhost`);
});

test('a deleted workspace is not found', async () => {
  const client = new PortalClient(portal);
  const { accountName } = await setUpOnline(client);
  // The portal requests the usage only after it has reported the workspace Online.
  const usage = async () => (await call(client, 'GET', '/api/instance/used-limits')).json();
  await expect.poll(usage, { timeout: 60_000 }).toMatchObject({ executions: 0, activeWorkflows: 0 });
  await advanceClock(client, accountName, 'P14D');
  await advanceClock(client, accountName, 'P3D');
  await expect.poll(async () => (await client.get('/api/instance')).status, { timeout: 60_000 }).toBe(404);
  for (const [method, path] of [
    ['GET', '/used-limits'],
    ['GET', '/url'],
    ['PUT', '/restart'],
  ] as const) {
    const answer = await call(client, method, `/api/instance${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect((await put(client, { timezone: 'Asia/Tokyo' })).status).toBe(404);
});
