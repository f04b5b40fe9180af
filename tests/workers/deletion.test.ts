import { afterEach, expect, test, vi } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { ENDING, insertAccount, listMails, mailsOf, to } from './support/account.ts';
import { breakCluster, objectsOf } from './support/cluster.ts';
import { deleteThrough, finalBackup } from './support/deletion.ts';
import { soon } from './support/eventually.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  later,
  MINUTE_MS,
  overviewOf,
  passTimeUntil,
  sendFacts,
  viewOf,
  viewWith,
} from './support/workspace.ts';

const { Online, Stopped } = InstanceStatus;

afterEach(() => {
  vi.restoreAllMocks();
});

test.concurrent('an unpaid workspace stops, gets two warnings and is deleted after 90 days', async () => {
  const active = factsOf({ entitlement: { kind: 'active' } });
  await insertAccount(active);
  await bringOnline(active);
  await (await signIn(active)).createWorkflow('Unpaid');
  const pausedAt = Date.now();
  // A day after the last warning at the earliest, which comes a moment late on a busy machine.
  const deletionAt = expect.closeTo(pausedAt + 90 * DAY_MS, -5) as number;
  const paused = later(active, { entitlement: { kind: 'paused', pausedAt } });
  expect(await sendFacts(paused)).toMatchObject({
    status: Stopped,
    notice: 'paused',
    deletionAt: pausedAt + 90 * DAY_MS,
  });

  await advance(paused, 82 * DAY_MS);
  expect(await listMails(paused)).toEqual([]);
  await advance(paused, DAY_MS);
  const once = to('deletion_warning', ENDING);
  await soon(async () => expect(await listMails(paused)).toEqual(once));
  await advance(paused, 6 * DAY_MS);
  const twice = [...once, ...once].sort();
  await soon(async () => expect(await listMails(paused)).toEqual(twice));
  for (const { data } of await mailsOf(paused)) {
    expect(data).toMatchObject({ reason: 'paused', deletionAt });
  }
  expect(await viewOf(paused)).toMatchObject({ notice: 'paused' });

  await advance(paused, DAY_MS);
  await deleteThrough(paused);
  expect(await finalBackup(paused)).toEqual(['Unpaid']);
  await soon(async () =>
    expect(await listMails(paused)).toEqual([...twice, ...to('workspace_deleted', ENDING)].sort()),
  );
});

test.concurrent('a cancelled subscription runs to its end, then the workspace is deleted', async () => {
  const active = factsOf({ entitlement: { kind: 'active' } });
  await insertAccount(active);
  await bringOnline(active);
  const endsAt = Date.now() + 20 * DAY_MS;
  const cancelled = later(active, { entitlement: { kind: 'cancelled', endsAt } });
  expect(await sendFacts(cancelled)).toMatchObject({ status: Online, deletionAt: endsAt, trialEndsAt: null });
  await advance(cancelled, 19 * DAY_MS + MINUTE_MS);
  await viewWith(cancelled, { status: Online, notice: null });
  const warnings = [...to('deletion_warning', ENDING), ...to('deletion_warning', ENDING)].sort();
  await soon(async () => expect(await listMails(cancelled)).toEqual(warnings));

  await advance(cancelled, DAY_MS);
  await deleteThrough(cancelled);
  expect(await finalBackup(cancelled)).toEqual([]);
  expect(await objectsOf(cancelled.name)).toEqual([]);
  await soon(async () =>
    expect(await listMails(cancelled)).toEqual([...warnings, ...to('workspace_deleted', ENDING)].sort()),
  );
});

test.concurrent('a late cancellation still leaves a day between warning and deletion', async () => {
  const active = factsOf({ entitlement: { kind: 'active' } });
  await bringOnline(active);
  const endsAt = Date.now() - 5 * DAY_MS;
  // The object's own clock, which was moved on the way to Online.
  const { now: sentAt } = await overviewOf(active);
  const view = await sendFacts(later(active, { entitlement: { kind: 'cancelled', endsAt } }));
  expect(view).toMatchObject({ status: Stopped, notice: 'cancelled' });
  expect(view.deletionAt).toBeGreaterThanOrEqual(sentAt + DAY_MS);
  expect(view.deletionAt).toBeLessThanOrEqual((await overviewOf(active)).now + DAY_MS);
  await advance(active, DAY_MS - 5 * MINUTE_MS);
  expect(await viewOf(active)).toMatchObject({ notice: 'cancelled' });
  await advance(active, 10 * MINUTE_MS);
  await viewWith(active, { notice: 'deleting' });
});

test('deletes nothing without the final backup, and reports the delay', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  await (await signIn(facts)).createWorkflow('Not to be lost');
  const reports = vi.spyOn(console, 'error');
  const isReported = () => reports.mock.calls.some(([line]) => String(line).includes('final_backup_overdue'));
  const whole = await objectsOf(facts.name);
  await breakCluster(facts.name, 'crash-loop');
  await advance(facts, 17 * DAY_MS);
  await viewWith(facts, { notice: 'deleting' });
  expect(isReported()).toBe(false);

  // Past all 28 attempts, and days later still.
  await advance(facts, 10 * MINUTE_MS);
  await soon(async () => expect(isReported()).toBe(true));
  for (let day = 0; day < 3; day += 1) await advance(facts, DAY_MS);
  expect(await viewOf(facts)).toMatchObject({ notice: 'deleting', finalBackupUntil: null });
  expect(await objectsOf(facts.name)).toEqual(whole);
  expect(await finalBackup(facts)).toBeNull();

  await breakCluster(facts.name, 'none');
  await passTimeUntil(facts, { notice: 'deleted' }, MINUTE_MS);
  expect(await finalBackup(facts)).toEqual(['Not to be lost']);
  expect(await objectsOf(facts.name)).toEqual([]);
});
