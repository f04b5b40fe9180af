import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { breakCluster, clusterReady, inCluster, toldToCluster } from './support/cluster.ts';
import { soon } from './support/eventually.ts';
import { listen } from './support/live.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  expectRefusal,
  factsOf,
  later,
  MINUTE_MS,
  stubOf,
  tell,
  VERSION,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Offline, Online, Pending } = InstanceStatus;

test.concurrent('a workspace that is told of comes online, and whoever listens is told each step', async () => {
  const facts = factsOf();
  const live = await listen(facts);

  const begun = await tell(facts);
  expect(begun).toMatchObject({
    workspaceId: facts.workspaceId,
    accountId: facts.accountId,
    name: facts.name,
    status: Pending,
    cause: 'provision',
    notice: null,
    version: { name: VERSION },
    timezone: 'Europe/Berlin',
    ownerEmail: facts.ownerEmail,
    trialDaysLeft: 14,
    limits: { executions: 1_000, activeWorkflows: 5 },
    usage: null,
    forcedUpdate: null,
    finalBackupUntil: null,
  });
  expect(begun.deletionAt).toBe((begun.trialEndsAt ?? 0) + 3 * DAY_MS);
  const { view: online } = await bringOnline(facts);

  expect(online.cause).toBeNull();
  await soon(async () => expect(live.views().at(-1)).toEqual(online));
  expect(live.views()[0]).toMatchObject({ status: Pending, cause: 'provision' });
  const revisions = live.views().map(({ revision }) => revision);
  // A moved clock is told without a new revision: it changes how many days are left.
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));

  const late = await listen(facts);
  await soon(async () => expect(await late.views()).toEqual([online]));
});

test.concurrent('without anyone moving the clock, the next poll sees the workspace online', async () => {
  const facts = factsOf();
  await tell(facts);
  await viewWith(facts, { status: Online });
});

test.concurrent('being told twice starts one process and changes nothing', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const online = await viewOf(facts);

  expect(await tell(facts)).toEqual(online);
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

test.concurrent.each([
  ['another account', { accountId: 'acc_eve' }],
  ['another name', { name: 'another-name' }],
  ['another workspace', { workspaceId: 'wks_another' }],
])('telling of %s is refused and changes nothing', async (_what, change) => {
  const facts = factsOf();
  await bringOnline(facts);
  await expectRefusal(facts, () => stubOf(facts).receiveFacts(later(facts, change), VERSION), {
    code: 'workspace_not_found',
  });
});

test.concurrent('a subscription that is over already begins nothing in the cluster', async () => {
  const facts = factsOf({ entitlement: { kind: 'paused', pausedAt: Date.now() - DAY_MS } });
  expect(await tell(facts)).toMatchObject({ status: InstanceStatus.Stopped, notice: 'paused' });
  await soon(async () => expect(await ((await inCluster(facts.name)) !== undefined)).toBe(true));
  expect((await toldToCluster(facts.name)).replicas).toBe(0);
});

test.concurrent('a cluster that is down during set-up leaves it Pending with a notice, and is waited for', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'api-500');
  await tell(facts);
  const waiting = await viewWith(facts, { notice: 'cluster_unreachable' });
  expect(waiting).toMatchObject({ status: Pending, cause: 'provision' });

  // Longer than all 28 attempts: not to be reached is no failure of the workspace.
  await advance(facts, 10 * MINUTE_MS);
  await runDurableObjectAlarm(stubOf(facts));
  expect(await viewOf(facts)).toMatchObject({ status: Pending, notice: 'cluster_unreachable' });

  await breakCluster(facts.name, 'none');
  await advance(facts, 15_000);
  expect(await viewWith(facts, { notice: null })).toMatchObject({ status: Pending });
  await clusterReady(facts.name);
  await advance(facts, 5_000);
  await viewWith(facts, { status: Online, notice: null });
});

test.concurrent('a workspace that never becomes ready is Offline after 28 attempts, and a late start is still seen', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await tell(facts);
  await advance(facts, 4 * MINUTE_MS);
  expect(await viewOf(facts)).toMatchObject({ status: Pending, notice: null });
  await advance(facts, MINUTE_MS);
  await viewWith(facts, { status: Offline, notice: 'polling_timed_out' });

  await breakCluster(facts.name, 'none');
  await clusterReady(facts.name);
  await advance(facts, 6 * MINUTE_MS);
  await viewWith(facts, { status: Online, notice: null });
});

test.concurrent('what the cluster lost during set-up is applied again', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await tell(facts);
  await soon(async () => expect(await inCluster(facts.name)).toBeDefined());
  await breakCluster(facts.name, 'gone');
  // One look finds it gone, the next one applies it again.
  await advance(facts, 5_000);
  await soon(async () => expect(await advance(facts, 5_000).then(() => inCluster(facts.name))).toBeDefined());
  await comeOnline(facts);
});
