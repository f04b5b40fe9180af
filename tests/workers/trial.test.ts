import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { ENDING, insertAccount, listMails, mailsOf, summaryRow, to } from './support/account.ts';
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
  HOUR_MS,
  MINUTE_MS,
  makeProbeDue,
  overviewOf,
  sendFacts,
  stubOf,
  VERSION,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Online, Pending, Stopped } = InstanceStatus;
/** Mails of a trial up to its last day. */
const courseOfATrial = ['deletion_warning', 'trial_ended', 'trial_reminder'].flatMap((template) =>
  to(template, ENDING),
);

test.concurrent('a trial runs through reminder, end, grace, warning, final backup, deletion and expiry', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  await (await signIn(facts)).createWorkflow('Invoices to the ledger');
  expect(await listMails(facts)).toEqual([]);

  const mails: string[] = [];
  const hasMailed = (template: string) => {
    mails.push(...to(template, ENDING));
    return soon(async () => expect(await listMails(facts)).toEqual([...mails].sort()));
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
      version: VERSION,
    }),
  );

  const until = deleted.finalBackupUntil ?? 0;
  expect(Math.abs(until - (await overviewOf(facts)).now - 90 * DAY_MS)).toBeLessThan(HOUR_MS);
  await advance(facts, 89 * DAY_MS);
  expect(await finalBackup(facts)).not.toBeNull();
  await advance(facts, DAY_MS);
  await soon(async () => expect(await finalBackup(facts)).toBeNull());
  await soon(async () => expect((await viewOf(facts)).finalBackupUntil).toBeNull());
  expect(await listMails(facts)).toEqual([...mails].sort());

  const { history } = await overviewOf(facts);
  expect(history.map(({ phase }) => phase).filter((phase) => phase !== 'pending')).toEqual([
    'online',
    'stopped',
    'backing-up',
    'removing',
    'deleted',
  ]);
});

test.concurrent('a moved clock stops at each date on the way', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  const { trialEndsAt: endsAt } = await viewOf(facts);
  if (endsAt === null) throw new Error('not on trial');
  await advance(facts, 16 * DAY_MS + 60 * MINUTE_MS);

  await soon(async () => expect(await listMails(facts)).toEqual(courseOfATrial));
  const stopped = (await overviewOf(facts)).history.find(({ phase }) => phase === 'stopped');
  // The workspace's clock stops at that instant.
  expect(stopped?.at).toBeGreaterThanOrEqual(endsAt);
  expect(stopped?.at).toBeLessThan(endsAt + HOUR_MS);
  const warning = (await mailsOf(facts)).find(({ template }) => template === 'deletion_warning');
  expect(warning?.data).toMatchObject({
    // A day after the warning, plus the time it took to write that.
    deletionAt: expect.closeTo(endsAt + 3 * DAY_MS, -5),
    reason: 'trial_ended',
    workspaceName: facts.name,
  });
});

test.concurrent('a moved clock passes no date while an alarm is running', async () => {
  const facts = factsOf();
  await insertAccount(facts);
  await bringOnline(facts);
  await runInDurableObject(stubOf(facts), async (object) => {
    makeProbeDue(object);
    const alarm = object.alarm();
    await object.advanceClock(16 * DAY_MS + 60 * MINUTE_MS);
    await alarm;
  });
  await soon(async () => expect(await listMails(facts)).toEqual(courseOfATrial));
});

test.concurrent('the end of the trial stops the workspace and its process', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  const live = await listen(facts);

  expect(await advance(facts, 13 * DAY_MS)).toMatchObject({ trialDaysLeft: 1, status: Online });
  await advance(facts, DAY_MS);
  const stopped = await viewWith(facts, { status: Stopped });
  expect(stopped).toMatchObject({ notice: 'trial_ended', trialDaysLeft: 0, cause: null });
  await soon(async () => expect(live.views().at(-1)).toEqual(stopped));
  await processEnded(facts.name);

  // The workspace stays stopped after further probes.
  await advance(facts, DAY_MS);
  await runDurableObjectAlarm(stubOf(facts));
  expect(await stubOf(facts).reportUnreachable()).toMatchObject({ status: Stopped });
  await stubOf(facts).reconcile();
  await advance(facts, MINUTE_MS);
  expect((await inCluster(facts.name))?.pid).toBeUndefined();
});

test.concurrent('a trial that ends during setup stops the workspace permanently', async () => {
  const facts = factsOf();
  await breakCluster(facts.name, 'crash-loop');
  await sendFacts(facts);
  await advance(facts, 14 * DAY_MS);
  await viewWith(facts, { status: Stopped, notice: 'trial_ended' });
});

test.concurrent("after an outage at the trial's end, the cluster still stops the workspace", async () => {
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

test.concurrent('a workspace with an active entitlement never ends', async () => {
  const view = await sendFacts(factsOf({ entitlement: { kind: 'active' } }));
  expect(view).toMatchObject({
    status: Pending,
    trialEndsAt: null,
    trialDaysLeft: null,
    deletionAt: null,
  });
});
