import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { ENDING, insertAccount, mailed, mailsOf, summaryRow, to } from './support/account.ts';
import { breakCluster, inCluster, objectsOf, processEnded } from './support/cluster.ts';
import { deleteThrough, finalBackup } from './support/deletion.ts';
import { eventually, soon } from './support/eventually.ts';
import { listen } from './support/live.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  MINUTE_MS,
  overviewOf,
  stubOf,
  tell,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Online, Pending, Stopped } = InstanceStatus;
/** Up to its last day. */
const courseOfATrial = ['deletion_warning', 'trial_ended', 'trial_reminder'].flatMap((template) =>
  to(template, ENDING),
);

test.concurrent('a trial runs its whole course: reminder, end, grace, warning, final backup, deletion, expiry', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  await (await signIn(facts)).createWorkflow('Invoices to the ledger');
  expect(await mailed(facts)).toEqual([]);

  const mails: string[] = [];
  const hasMailed = (template: string) => {
    mails.push(...to(template, ENDING));
    return soon(async () => expect(await mailed(facts)).toEqual([...mails].sort()));
  };
  await advance(facts, 11 * DAY_MS);
  await hasMailed('trial_reminder');
  expect(await viewOf(facts)).toMatchObject({ status: Online, trialDaysLeft: 3 });

  await advance(facts, 3 * DAY_MS);
  await hasMailed('trial_ended');
  expect(await viewOf(facts)).toMatchObject({ status: Stopped, notice: 'trial_ended', trialDaysLeft: 0 });
  await processEnded(facts.name);

  await advance(facts, 2 * DAY_MS);
  await hasMailed('deletion_warning');
  expect(await viewOf(facts)).toMatchObject({ status: Stopped, notice: 'trial_ended' });
  expect(await finalBackup(facts)).toBeNull();

  await advance(facts, DAY_MS);
  const deleted = await deleteThrough(facts);
  await hasMailed('workspace_deleted');
  expect(deleted).toMatchObject({ status: Stopped, notice: 'deleted', deletionAt: null });
  expect(await finalBackup(facts)).toEqual(['Invoices to the ledger']);
  expect(await objectsOf(facts.name)).toEqual([]);
  expect(await inCluster(facts.name)).toBeUndefined();
  await soon(async () =>
    expect(await summaryRow(facts)).toMatchObject({
      status: Stopped,
      phase: 'deleted',
      deletionAt: null,
      version: '1.115.3',
    }),
  );

  const until = deleted.finalBackupUntil ?? 0;
  expect(Math.abs(until - (await overviewOf(facts)).now - 90 * DAY_MS)).toBeLessThan(5 * MINUTE_MS);
  await advance(facts, 89 * DAY_MS);
  expect(await finalBackup(facts)).not.toBeNull();
  await advance(facts, DAY_MS);
  await soon(async () => expect(await finalBackup(facts)).toBeNull());
  await soon(async () => expect((await viewOf(facts)).finalBackupUntil).toBeNull());
  expect(await mailed(facts)).toEqual([...mails].sort());

  const { history } = await overviewOf(facts);
  expect(history.map(({ phase }) => phase).filter((phase) => phase !== 'pending')).toEqual([
    'online',
    'stopped',
    'backing-up',
    'removing',
    'deleted',
  ]);
});

test.concurrent('a clock that is moved at once stops at each date on the way', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  const { trialEndsAt: endsAt } = await viewOf(facts);
  if (endsAt === null) throw new Error('not on trial');
  await advance(facts, 16 * DAY_MS + 60 * MINUTE_MS);

  await soon(async () => expect(await mailed(facts)).toEqual(courseOfATrial));
  const stopped = (await overviewOf(facts)).history.find(({ phase }) => phase === 'stopped');
  // It stands still at that moment, but for what was done there before.
  expect(stopped?.at).toBeGreaterThanOrEqual(endsAt);
  expect(stopped?.at).toBeLessThan(endsAt + MINUTE_MS);
  const warning = (await mailsOf(facts)).find(({ template }) => template === 'deletion_warning');
  expect(warning?.data).toMatchObject({
    // A day after the warning, as long as that took to be written.
    deletionAt: expect.closeTo(endsAt + 3 * DAY_MS, -5),
    reason: 'trial_ended',
    workspaceName: facts.name,
  });
});

test.concurrent('nor does it pass a date while an alarm is still being handled', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  await runInDurableObject(stubOf(facts), async (object, { storage }) => {
    storage.sql.exec(`UPDATE schedules SET due_at = due_at - ? WHERE name = 'probe'`, DAY_MS);
    const looking = object.alarm();
    await object.advanceClock(16 * DAY_MS + 60 * MINUTE_MS);
    await looking;
  });
  await soon(async () => expect(await mailed(facts)).toEqual(courseOfATrial));
});

test.concurrent('at the end of the trial the workspace is stopped, and its process with it', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const live = await listen(facts);

  expect(await advance(facts, 13 * DAY_MS)).toMatchObject({ trialDaysLeft: 1, status: Online });
  await advance(facts, DAY_MS);
  const stopped = await viewWith(facts, { status: Stopped });
  expect(stopped).toMatchObject({ notice: 'trial_ended', trialDaysLeft: 0, cause: null });
  await soon(async () => expect(live.views().at(-1)).toEqual(stopped));
  await processEnded(facts.name);

  // It stays so, whatever is still asked of the cluster.
  await advance(facts, DAY_MS);
  await runDurableObjectAlarm(stubOf(facts));
  expect(await stubOf(facts).reportUnreachable()).toMatchObject({ status: Stopped });
  await stubOf(facts).reconcile();
  await advance(facts, MINUTE_MS);
  expect((await inCluster(facts.name))?.pid).toBeUndefined();
});

test.concurrent('a trial that ends during set-up stops the workspace for good', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await tell(facts);
  await advance(facts, 14 * DAY_MS);
  await viewWith(facts, { status: Stopped, notice: 'trial_ended' });
});

test.concurrent('a cluster that is down at the end of the trial is told to stop the workspace until it does', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  await advance(facts, 13 * DAY_MS);
  await breakCluster(facts.name, 'api-500');
  await advance(facts, DAY_MS);
  await viewWith(facts, { status: Stopped });
  expect((await inCluster(facts.name))?.ready).toBe(true);

  await breakCluster(facts.name, 'none');
  await eventually('the process has ended', async () => {
    await advance(facts, MINUTE_MS);
    return (await inCluster(facts.name))?.pid === undefined;
  });
});

test.concurrent('a workspace without a trial has no end', async () => {
  const view = await tell(factsOf({ entitlement: { kind: 'active' } }));
  expect(view).toMatchObject({
    status: Pending,
    trialEndsAt: null,
    trialDaysLeft: null,
    deletionAt: null,
  });
});
