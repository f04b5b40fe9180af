import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { breakCluster, clusterReady, inCluster, readApplied } from './support/cluster.ts';
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
  sendFacts,
  stubOf,
  VERSION,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Offline, Online, Pending } = InstanceStatus;

test.concurrent('first facts bring a workspace online, and live connections get each step', async () => {
  const facts = factsOf();
  const live = await listen(facts);

  const begun = await sendFacts(facts);
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
    goBack: null,
    finalBackupUntil: null,
  });
  expect(begun.deletionAt).toBe((begun.trialEndsAt ?? 0) + 3 * DAY_MS);
  const { view: online } = await bringOnline(facts);

  expect(online.cause).toBeNull();
  await soon(async () => expect(live.views().at(-1)).toEqual(online));
  expect(live.views()[0]).toMatchObject({ status: Pending, cause: 'provision' });
  const revisions = live.views().map(({ revision }) => revision);
  // A moved clock is pushed without a new revision: it changes the days left.
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));

  const late = await listen(facts);
  await soon(async () => expect(await late.views()).toEqual([online]));
});

test.concurrent('the next poll sees the workspace online in real time', async () => {
  const facts = factsOf();
  await sendFacts(facts);
  await viewWith(facts, { status: Online });
});

test.concurrent('the same facts twice start one process and change nothing', async () => {
  const facts = factsOf();
  const { pid } = await bringOnline(facts);
  const online = await viewOf(facts);

  expect(await sendFacts(facts)).toEqual(online);
  expect((await inCluster(facts.name))?.pid).toBe(pid);
});

/** A refusal changes nothing, so refusals share a workspace. */
let refusing: Promise<InstanceFacts> | undefined;

async function online(): Promise<InstanceFacts> {
  const facts = factsOf();
  await bringOnline(facts);
  return facts;
}

test.concurrent.each([
  ['another account', { accountId: 'acc_eve' }],
  ['another name', { name: 'another-name' }],
  ['another workspace', { workspaceId: 'wks_another' }],
])('refuses facts of %s and changes nothing', async (_what, change) => {
  refusing ??= online();
  const facts = await refusing;
  await expectRefusal(facts, () => stubOf(facts).receiveFacts(later(facts, change)), {
    code: 'workspace_not_found',
  });
});

test.concurrent('an ended entitlement starts nothing in the cluster', async () => {
  const facts = factsOf({ entitlement: { kind: 'paused', pausedAt: Date.now() - DAY_MS } });
  expect(await sendFacts(facts)).toMatchObject({ status: InstanceStatus.Stopped, notice: 'paused' });
  await soon(async () => expect(await ((await inCluster(facts.name)) !== undefined)).toBe(true));
  expect((await readApplied(facts.name)).replicas).toBe(0);
});

test.concurrent('a cluster outage during setup keeps the workspace Pending with a notice', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'api-500');
  await sendFacts(facts);
  const waiting = await viewWith(facts, { notice: 'cluster_unreachable' });
  expect(waiting).toMatchObject({ status: Pending, cause: 'provision' });

  // Longer than all 28 attempts: an unreachable cluster is not the workspace's failure.
  await advance(facts, 10 * MINUTE_MS);
  await runDurableObjectAlarm(stubOf(facts));
  expect(await viewOf(facts)).toMatchObject({ status: Pending, notice: 'cluster_unreachable' });

  // The API responds again, but the process is not ready yet.
  await breakCluster(facts.name, 'crash-loop');
  await advance(facts, 15_000);
  expect(await viewWith(facts, { notice: null })).toMatchObject({ status: Pending });
  await breakCluster(facts.name, 'none');
  await clusterReady(facts.name);
  await advance(facts, 5_000);
  await viewWith(facts, { status: Online, notice: null });
});

test.concurrent('a workspace is Offline after 28 attempts, and a late start is noticed', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  await advance(facts, 4 * MINUTE_MS);
  expect(await viewOf(facts)).toMatchObject({ status: Pending, notice: null });
  await advance(facts, MINUTE_MS);
  await viewWith(facts, { status: Offline, notice: 'polling_timed_out' });

  await breakCluster(facts.name, 'none');
  await clusterReady(facts.name);
  await advance(facts, 6 * MINUTE_MS);
  await viewWith(facts, { status: Online, notice: null });
});

test.concurrent('applies again what the cluster lost during setup', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  await soon(async () => expect(await inCluster(facts.name)).toBeDefined());
  await breakCluster(facts.name, 'gone');
  // One probe finds the loss, the next one applies the generation again.
  await advance(facts, 5_000);
  await soon(async () => expect(await advance(facts, 5_000).then(() => inCluster(facts.name))).toBeDefined());
  await comeOnline(facts);
});
