import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import {
  advance,
  breakCluster,
  bringOnline,
  command,
  eventually,
  inCluster,
  listen,
  stubOf,
  viewWith,
} from './support/workspace.ts';

const { Online, Pending, Stopped } = InstanceStatus;
const DAY_MS = 86_400_000;

test('at the end of the trial the workspace is stopped, and its process with it', async () => {
  const wanted = command();
  await bringOnline(wanted);
  const live = await listen(wanted.workspaceId);

  expect(await advance(wanted.workspaceId, 13 * DAY_MS)).toMatchObject({ trialDaysLeft: 1, status: Online });
  await advance(wanted.workspaceId, DAY_MS);
  const stopped = await viewWith(wanted, { status: Stopped });
  expect(stopped).toMatchObject({ notice: 'trial_ended', trialDaysLeft: 0, cause: null });
  await expect.poll(() => live.views().at(-1)).toEqual(stopped);
  await eventually('the process has ended', async () => (await inCluster(wanted.name))?.pid === undefined);

  // It stays so, whatever is still asked of the cluster.
  await advance(wanted.workspaceId, DAY_MS);
  await runDurableObjectAlarm(stubOf(wanted.workspaceId));
  expect(await stubOf(wanted.workspaceId).reportUnreachable()).toMatchObject({ status: Stopped });
});

test('a trial that ends during set-up stops the workspace for good', async () => {
  const wanted = command();
  await breakCluster(wanted.name, 'crash-loop');
  await stubOf(wanted.workspaceId).provision(wanted);
  await advance(wanted.workspaceId, 14 * DAY_MS);
  await viewWith(wanted, { status: Stopped, notice: 'trial_ended' });
});

test('a cluster that is down at the end of the trial is told to stop the workspace until it does', async () => {
  const wanted = command();
  await bringOnline(wanted);
  await breakCluster(wanted.name, 'api-500');
  await advance(wanted.workspaceId, 14 * DAY_MS);
  await viewWith(wanted, { status: Stopped });
  expect((await inCluster(wanted.name))?.ready).toBe(true);

  await breakCluster(wanted.name, 'none');
  await eventually('the process has ended', async () => {
    await advance(wanted.workspaceId, 60_000);
    return (await inCluster(wanted.name))?.pid === undefined;
  });
});

test('a workspace without a trial has no end', async () => {
  const wanted = command({ trialStartedAt: null });
  const view = await stubOf(wanted.workspaceId).provision(wanted);
  expect(view).toMatchObject({ status: Pending, trialEndsAt: null, trialDaysLeft: null });
});
