import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import {
  advance,
  breakCluster,
  bringOnline,
  clusterReady,
  command,
  listen,
  stubOf,
  viewWith,
} from './support/workspace.ts';

const { Offline, Online, Pending } = InstanceStatus;

test('an eviction loses neither state nor clock nor schedules nor listeners', async () => {
  const wanted = command();
  await bringOnline(wanted);
  const live = await listen(wanted.workspaceId);
  await advance(wanted.workspaceId, 86_400_000);
  const before = await viewWith(wanted, { status: Online });
  expect(before.trialDaysLeft).toBe(13);

  await evictDurableObject(stubOf(wanted.workspaceId));
  expect(await stubOf(wanted.workspaceId).view(wanted.accountId)).toEqual(before);

  // The schedule is still armed, and the listener from before hears of what it brings.
  await advance(wanted.workspaceId, 13 * 86_400_000);
  await expect.poll(() => live.views().at(-1)?.status).toBe(InstanceStatus.Stopped);
});

test('a lost alarm is set again by whoever wakes the object', async () => {
  const wanted = command();
  await bringOnline(wanted);
  await runInDurableObject(stubOf(wanted.workspaceId), (_object, { storage }) => storage.deleteAlarm());
  await evictDurableObject(stubOf(wanted.workspaceId));

  await stubOf(wanted.workspaceId).view(wanted.accountId);
  const at = await runInDurableObject(stubOf(wanted.workspaceId), (_object, { storage }) =>
    storage.getAlarm(),
  );
  expect(at).toBeGreaterThan(Date.now() - 5_000);
});

test('nobody sees a workspace of another account, and one never provisioned is none', async () => {
  const wanted = command();
  expect(await stubOf(wanted.workspaceId).view(wanted.accountId)).toBeNull();
  expect(await stubOf(wanted.workspaceId).reportUnreachable()).toBeNull();
  expect(await stubOf(wanted.workspaceId).advanceClock(1_000)).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });
  await stubOf(wanted.workspaceId).provision(wanted);
  expect(await stubOf(wanted.workspaceId).view('acc_eve')).toBeNull();
});

test('a report from the front door finds a dead workspace, which comes back by itself', async () => {
  const wanted = command();
  await bringOnline(wanted);
  expect(await stubOf(wanted.workspaceId).reportUnreachable()).toMatchObject({ status: Online });

  await breakCluster(wanted.name, 'crash-loop');
  await expect
    .poll(async () => (await stubOf(wanted.workspaceId).reportUnreachable())?.status, { timeout: 8_000 })
    .toBe(Pending);
  expect(await viewWith(wanted, {})).toMatchObject({ cause: 'restart', notice: null });
  await advance(wanted.workspaceId, 5 * 60_000);
  await viewWith(wanted, { status: Offline, notice: 'polling_timed_out' });

  await breakCluster(wanted.name, 'none');
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 5 * 60_000);
  await viewWith(wanted, { status: Online });
});

test('a front door that reports with every request makes the cluster be asked once', async () => {
  const wanted = command();
  await bringOnline(wanted);
  const asked = await runInDurableObject(stubOf(wanted.workspaceId), async (object) => {
    const real = globalThis.fetch;
    let calls = 0;
    // Counted on the way out; the calls themselves are real.
    globalThis.fetch = (...request) => {
      calls += 1;
      return real(...request);
    };
    try {
      await Promise.all(Array.from({ length: 20 }, () => object.reportUnreachable()));
    } finally {
      globalThis.fetch = real;
    }
    return calls;
  });
  expect(asked).toBe(1);
});

test('the hourly look finds a workspace that the cluster has lost, and puts it back', async () => {
  const wanted = command();
  await bringOnline(wanted);
  await breakCluster(wanted.name, 'gone');
  await advance(wanted.workspaceId, 3_600_000);
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 5_000);
  await viewWith(wanted, { status: Online });
});

test('a cluster that cannot be reached says nothing about a running workspace', async () => {
  const wanted = command();
  await bringOnline(wanted);
  await breakCluster(wanted.name, 'api-500');
  expect(await stubOf(wanted.workspaceId).reportUnreachable()).toMatchObject({ status: Online });
  await breakCluster(wanted.name, 'none');
});

test('a sign-in link is made only while Online, for its own account, and the workspace takes it once', async () => {
  const wanted = command();
  const person = {
    accountId: wanted.accountId,
    email: 'zoë@example.com',
    name: 'Zoë Lovelace',
    role: 'operator',
    path: '/workflow/new',
  } as const;
  const stub = stubOf(wanted.workspaceId);
  expect(await stub.openLink(person)).toEqual({ ok: false, code: 'workspace_not_found' });
  await stub.provision(wanted);
  expect(await stub.openLink(person)).toEqual({ ok: false, code: 'workspace_not_online' });
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 86_400_000);
  await viewWith(wanted, { status: Online });
  expect(await stub.openLink({ ...person, accountId: 'acc_eve' })).toEqual({
    ok: false,
    code: 'workspace_not_found',
  });

  const link = await stub.openLink(person);
  if (!link.ok) throw new Error(link.code);
  const url = new URL(link.value.url);
  expect(url.origin + url.pathname).toBe(`http://${wanted.name}.localhost:8787/weft/sign-in`);
  const [payload = ''] = (url.searchParams.get('token') ?? '').split('.');
  const claims = JSON.parse(
    new TextDecoder().decode(
      Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)),
    ),
  );
  const { accountId: _, ...shown } = person;
  expect(claims).toMatchObject(shown);
  // Real time, though this workspace lives a day ahead.
  expect(Math.abs(claims.exp - Date.now() - 60_000)).toBeLessThan(5_000);

  const open = (token: string) =>
    fetch(`${env.SANDBOX_URL}/ingress/ws-${wanted.name}/weft/sign-in?token=${token}`, { redirect: 'manual' });
  const token = url.searchParams.get('token') ?? '';
  expect((await open(`${token.slice(0, -4)}AAAA`)).status).toBe(401);
  const opened = await open(token);
  expect(opened.status).toBe(302);
  expect(opened.headers.get('location')).toContain('workflow/new');
  expect((await open(token)).status).toBe(401);
});

test('a listener is answered its ping, and what else it says changes nothing', async () => {
  const wanted = command();
  await stubOf(wanted.workspaceId).provision(wanted);
  const live = await listen(wanted.workspaceId);
  await expect.poll(() => live.views().length).toBeGreaterThan(0);
  live.socket.send('{"status":1}');
  live.socket.send('ping');
  await expect.poll(() => live.messages).toContain('pong');
  expect((await stubOf(wanted.workspaceId).view(wanted.accountId))?.status).toBe(Pending);
});

test('who does not ask for a WebSocket gets none', async () => {
  const response = await stubOf(command().workspaceId).fetch('http://localhost:8787/instance/live');
  expect(response.status).toBe(426);
});
