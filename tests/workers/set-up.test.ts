import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import {
  advance,
  breakCluster,
  bringOnline,
  clusterReady,
  command,
  inCluster,
  listen,
  stubOf,
  viewWith,
} from './support/workspace.ts';

const { Offline, Online, Pending } = InstanceStatus;
const MINUTE_MS = 60_000;

test('a provisioned workspace comes online, and whoever listens is told each step', async () => {
  const wanted = command();
  const live = await listen(wanted.workspaceId);

  const provisioned = await stubOf(wanted.workspaceId).provision(wanted);
  expect(provisioned).toMatchObject({
    workspaceId: wanted.workspaceId,
    accountId: wanted.accountId,
    name: wanted.name,
    status: Pending,
    cause: 'provision',
    notice: null,
    version: { name: '1.115.3' },
    timezone: 'Europe/Berlin',
    ownerEmail: 'ada@example.com',
    trialDaysLeft: 14,
    deletionAt: null,
  });
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 5_000);
  const online = await viewWith(wanted, { status: Online });

  expect(online.cause).toBeNull();
  await expect.poll(() => live.views().at(-1)).toEqual(online);
  expect(live.views()[0]).toMatchObject({ status: Pending, cause: 'provision' });
  const revisions = live.views().map(({ revision }) => revision);
  expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));

  const late = await listen(wanted.workspaceId);
  await expect.poll(() => late.views()).toEqual([online]);
});

test('without anyone moving the clock, the next poll sees the workspace online', async () => {
  const wanted = command();
  await stubOf(wanted.workspaceId).provision(wanted);
  await viewWith(wanted, { status: Online });
});

test('provisioning twice starts one process and changes nothing', async () => {
  const wanted = command();
  const online = await bringOnline(wanted);
  const { pid } = await clusterReady(wanted.name);

  expect(await stubOf(wanted.workspaceId).provision(wanted)).toEqual(online);
  expect((await inCluster(wanted.name))?.pid).toBe(pid);
});

test.each([
  ['another account', { accountId: 'acc_eve' }],
  ['another name', { name: 'another-name' }],
])('provisioning for %s is refused and changes nothing', async (_what, change) => {
  const wanted = command();
  await stubOf(wanted.workspaceId).provision(wanted);

  // Inside the object: a rejection that crosses RPC within one isolate is reported twice by the runner.
  const refusal = await runInDurableObject(stubOf(wanted.workspaceId), (object) =>
    object.provision({ ...wanted, ...change }).then(
      () => 'none',
      (error: Error) => error.message,
    ),
  );
  expect(refusal).toContain('belongs to another account or has another name');
  expect(await stubOf(wanted.workspaceId).view(wanted.accountId)).toMatchObject({
    accountId: wanted.accountId,
    name: wanted.name,
  });
});

test('a cluster that is down during set-up leaves it Pending with a notice, and is waited for', async () => {
  const wanted = command();
  await breakCluster(wanted.name, 'api-500');
  await stubOf(wanted.workspaceId).provision(wanted);
  const waiting = await viewWith(wanted, { notice: 'cluster_unreachable' });
  expect(waiting).toMatchObject({ status: Pending, cause: 'provision' });

  // Longer than all 28 attempts: not to be reached is no failure of the workspace.
  await advance(wanted.workspaceId, 10 * MINUTE_MS);
  await runDurableObjectAlarm(stubOf(wanted.workspaceId));
  expect(await viewWith(wanted, {})).toMatchObject({ status: Pending, notice: 'cluster_unreachable' });

  await breakCluster(wanted.name, 'none');
  await advance(wanted.workspaceId, 15_000);
  expect(await viewWith(wanted, { notice: null })).toMatchObject({ status: Pending });
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 5_000);
  await viewWith(wanted, { status: Online, notice: null });
});

test('a workspace that never becomes ready is Offline after 28 attempts, and a late start is still seen', async () => {
  const wanted = command();
  await breakCluster(wanted.name, 'crash-loop');
  await stubOf(wanted.workspaceId).provision(wanted);
  await advance(wanted.workspaceId, 4 * MINUTE_MS);
  expect(await viewWith(wanted, {})).toMatchObject({ status: Pending, notice: null });
  await advance(wanted.workspaceId, MINUTE_MS);
  await viewWith(wanted, { status: Offline, notice: 'polling_timed_out' });

  await breakCluster(wanted.name, 'none');
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 5 * MINUTE_MS);
  await viewWith(wanted, { status: Online, notice: null });
});

test('what the cluster lost during set-up is applied again', async () => {
  const wanted = command();
  await breakCluster(wanted.name, 'crash-loop');
  await stubOf(wanted.workspaceId).provision(wanted);
  await expect.poll(() => inCluster(wanted.name)).toBeDefined();
  await breakCluster(wanted.name, 'gone');
  await advance(wanted.workspaceId, 5_000);
  await advance(wanted.workspaceId, 5_000);
  await clusterReady(wanted.name);
  await advance(wanted.workspaceId, 5_000);
  await viewWith(wanted, { status: Online });
});
