import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { monthBefore } from '#app/domain/usage/months.ts';
import { ENDING, insertAccount, listMails, to } from './support/account.ts';
import { breakCluster, clusterReady, processEnded } from './support/cluster.ts';
import { deleteThrough, finalBackup } from './support/deletion.ts';
import { eventually, soon } from './support/eventually.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  comeOnline,
  DAY_MS,
  factsOf,
  later,
  overviewOf,
  sendFacts,
  stubOf,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Pending, Stopped } = InstanceStatus;

/** A workspace with data, whose trial has ended. */
async function endWorkspace() {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  await (await signIn(facts)).createWorkflow('Precious');
  await advance(facts, 14 * DAY_MS);
  await viewWith(facts, { status: Stopped });
  await processEnded(facts.name);
  return { facts, paid: later(facts, { entitlement: { kind: 'active' } }) };
}

async function expectKept(facts: InstanceFacts): Promise<void> {
  expect(await (await signIn(facts)).page()).toContain('Precious');
  expect(await viewOf(facts)).toMatchObject({ deletionAt: null, notice: null, finalBackupUntil: null });
  // The workspace is not deleted later either.
  await advance(facts, 5 * DAY_MS);
  expect(await viewOf(facts)).toMatchObject({ deletionAt: null });
  expect(await listMails(facts)).not.toContain('workspace_deleted to owner');
}

test.concurrent('a payment while stopped resumes the workspace with its data', async () => {
  const { paid } = await endWorkspace();
  expect(await sendFacts(paid)).toMatchObject({ status: Pending, cause: 'resume' });
  await comeOnline(paid);
  await expectKept(paid);
  expect(await finalBackup(paid)).toBeNull();
});

test.concurrent('a payment while the final backup waits for the cluster keeps everything', async () => {
  const { facts, paid } = await endWorkspace();
  await breakCluster(facts.name, 'api-500');
  await advance(facts, 3 * DAY_MS);
  await viewWith(facts, { notice: 'deleting' });
  expect(await sendFacts(paid)).toMatchObject({ status: Pending, cause: 'resume' });
  await breakCluster(facts.name, 'none');
  await comeOnline(paid);
  await expectKept(paid);
  expect(await finalBackup(facts)).toBeNull();
});

test.concurrent('a payment during the final backup keeps everything', async () => {
  const { facts, paid } = await endWorkspace();
  await advance(facts, 3 * DAY_MS);
  const { pid } = await clusterReady(facts.name);
  expect(await sendFacts(paid)).toMatchObject({ status: Pending, cause: 'resume' });
  // The export-only process is replaced, whether or not its export finished first.
  await comeOnline(paid, pid);
  await expectKept(paid);
});

test.concurrent("a payment during the removal starts a new workspace and keeps the old one's backup", async () => {
  const { facts, paid } = await endWorkspace();
  await advance(facts, 3 * DAY_MS);
  await clusterReady(facts.name);
  // Delays every response of the cluster, so that the removal takes some time.
  await breakCluster(facts.name, 'slow');
  await advance(facts, 5_000);
  await eventually('it is being removed', async () => (await viewOf(facts)).finalBackupUntil !== null);
  expect(await sendFacts(paid)).toMatchObject({ status: Stopped, notice: 'deleting' });
  await breakCluster(facts.name, 'none');
  await comeOnline(paid);

  expect(await (await signIn(paid)).page()).not.toContain('Precious');
  expect(await finalBackup(facts)).toEqual(['Precious']);
  await soon(async () =>
    expect(await listMails(facts)).toEqual(expect.arrayContaining(to('workspace_deleted', ENDING))),
  );
  const phases = (await overviewOf(paid)).history.map(({ phase, cause }) => `${phase} ${cause}`);
  expect(phases.slice(-4)).toEqual([
    'removing trial_ended',
    'deleted trial_ended',
    'pending provision',
    'online null',
  ]);
});

test.concurrent('a payment after the deletion starts a new incarnation under the same name', async () => {
  const { facts, paid } = await endWorkspace();
  await advance(facts, 3 * DAY_MS);
  await deleteThrough(facts);
  await soon(async () =>
    expect(await listMails(facts)).toEqual(expect.arrayContaining(to('workspace_deleted', ENDING))),
  );
  const before = await listMails(facts);
  const month = timeframeOf((await overviewOf(facts)).now);
  const usageOf = (day: string) => ({ day, executions: 500, activeWorkflows: 1 });
  const earlier = usageOf(`${monthBefore(month)}-28`);
  await runInDurableObject(stubOf(facts), (_object, { storage: { sql } }) => {
    sql.exec('DELETE FROM usage_days');
    for (const { day, executions } of [earlier, usageOf(`${month}-01`)])
      sql.exec('INSERT INTO usage_days VALUES (?, ?, 1)', day, executions);
  });

  expect(await sendFacts(paid)).toMatchObject({ status: Pending, cause: 'provision' });
  // Its executions are counted from 0, so those of the deleted one are not a part of its month.
  expect((await overviewOf(paid)).usageByDay).toEqual([earlier]);
  await comeOnline(paid);
  const person = await signIn(paid);
  expect(await person.page()).not.toContain('Precious');
  await person.createWorkflow('The second life');
  expect(await finalBackup(facts)).toEqual(['Precious']);
  expect(await listMails(facts)).toEqual(before);

  // The second incarnation ends like the first, with its own backup and mails.
  const { now } = await overviewOf(paid);
  const again = later(paid, { entitlement: { kind: 'cancelled', endsAt: now } });
  await sendFacts(again);
  await advance(again, DAY_MS);
  await deleteThrough(again);
  expect(await finalBackup(again, 2)).toEqual(['The second life']);
  expect(await finalBackup(again)).toEqual(['Precious']);
  const more = ['deletion_warning', 'workspace_deleted'].flatMap((template) => to(template, ENDING));
  await soon(async () => expect(await listMails(again)).toEqual([...before, ...more].sort()));
});
