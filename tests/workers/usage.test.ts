import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { timeframeOf, usageDay } from '#app/domain/instance/usage.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { sumCountedByDay } from '#app/domain/usage/by-workflow.ts';
import type { ExecutionFilter, MonthSums } from '#app/domain/usage/executions.ts';
import { insertAccount, listMails, mailsOf, to } from './support/account.ts';
import { eventually, soon } from './support/eventually.ts';
import { hold } from './support/held.ts';
import { listen } from './support/live.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  overviewOf,
  sendFacts,
  stubOf,
  viewOf,
} from './support/workspace.ts';

/** An Online workspace with a workflow, and the person who runs it. */
async function withWorkflow() {
  const facts = factsOf();
  await bringOnline(facts);
  const person = await signIn(facts);
  const { id } = await person.createWorkflow('Counted');
  return { facts, run: () => person.run(id) };
}

function isReadingScheduled(facts: InstanceFacts): Promise<boolean> {
  return runInDurableObject(
    stubOf(facts),
    (_object, { storage }) =>
      storage.sql.exec(`SELECT 1 FROM schedules WHERE name = 'usage'`).toArray().length > 0,
  );
}

test.concurrent('shows the usage, keeps it by day and warns at 50, 80, 95 and 100 %', async () => {
  const facts = factsOf();
  facts.limits = { ...facts.limits, monthlyExecutions: 5 };
  await insertAccount(facts);
  await bringOnline(facts);
  const person = await signIn(facts);
  const { id } = await person.createWorkflow('Counted');
  const timeframe = timeframeOf(Date.now());
  const runAndProbe = async (executions: number) => {
    await person.run(id);
    await advance(facts, 2 * HOUR_MS);
    const usage = { timeframe, executions, activeWorkflows: 1 };
    await soon(async () => expect((await viewOf(facts)).usage).toEqual(usage));
    return usage;
  };
  const percents = async () => (await mailsOf(facts)).map(({ data }) => data.percent).sort();
  // For the owner, billing contact and operator; not for members.
  const people = to('usage_warning', ['billing', 'operator', 'owner']);

  for (const executions of [1, 2]) await runAndProbe(executions);
  expect(await listMails(facts)).toEqual([]);
  await runAndProbe(3);
  await soon(async () => expect(await listMails(facts)).toEqual(people));
  expect((await mailsOf(facts))[0]?.data).toMatchObject({ percent: 50, executions: 3, limit: 5, timeframe });
  await runAndProbe(4);
  await soon(async () => expect(await listMails(facts)).toEqual([...people, ...people].sort()));

  // 95 % and 100 % of five are passed together: one mail.
  const usage = await runAndProbe(5);
  await soon(async () => expect(await percents()).toEqual([100, 100, 100, 50, 50, 50, 80, 80, 80]));
  await runAndProbe(6);
  expect(await percents()).toHaveLength(9);

  const { usageByDay, now } = await overviewOf(facts);
  expect(usageByDay.at(-1)).toEqual({ day: usageDay(usage, now), executions: 6, activeWorkflows: 1 });
});

test.concurrent('a webhook that is held at the limit triggers a reading of the usage, so that the mail does not wait', async () => {
  const facts = factsOf();
  facts.limits = { ...facts.limits, monthlyExecutions: 3 };
  await insertAccount(facts);
  await bringOnline(facts);
  const person = await signIn(facts);
  const { id } = await person.createWorkflow('Counted');
  for (let times = 0; times < 3; times += 1) await person.run(id);
  expect(await listMails(facts)).toEqual([]);
  for (let times = 0; times < 2; times += 1)
    await hold(facts, { path: `/webhook/${times}`, signal: 'execution-limit' });
  // The reading when it came Online is less than a minute ago.
  await advance(facts, MINUTE_MS);
  await soon(async () =>
    expect((await mailsOf(facts)).map(({ data }) => data.percent)).toEqual([100, 100, 100]),
  );
});

test.concurrent('reads the executions from the workspace, and keeps them for when it does not run', async () => {
  const { facts, run } = await withWorkflow();
  for (let times = 0; times < 3; times += 1) await run();
  const month = timeframeOf(Date.now());
  const { accountId } = facts;
  const reportOf = (filter: Partial<ExecutionFilter> = {}, of = accountId) =>
    stubOf(facts).usageReport({ accountId: of, filter: { ...filter, month: filter.month ?? month } });
  // Reloads like a page: on a busy machine the workspace can respond too late for the first request.
  const liveReportOf = (filter: Partial<ExecutionFilter> = {}) =>
    eventually(`the usage of ${facts.name} is read`, async () => {
      const report = await reportOf(filter);
      return report?.isLive === true && report;
    });
  const live = await liveReportOf();
  expect(live).toMatchObject({
    month,
    sums: { executions: 3, workflows: [{ name: 'Counted' }] },
    page: { next: null, rows: [3, 2, 1].map((id) => ({ id, trigger: 'schedule', reason: null })) },
  });
  expect(sumCountedByDay(live.sums as MonthSums).reduce((sum, count) => sum + count)).toBe(3);
  expect((await liveReportOf({ isCounted: false })).page?.rows).toEqual([]);
  expect(await reportOf({}, 'acc_other')).toBeNull();
  // Future months are read but not stored, because they would replace real ones.
  for (let year = 2080; year < 2095; year += 1)
    expect(await liveReportOf({ month: `${year}-01` })).toMatchObject({ sums: { executions: 0 } });
  await soon(async () =>
    expect(await stubOf(facts).executions({ accountId, filter: { month }, limit: 2 })).toMatchObject({
      ok: true,
      value: { rows: [{ id: 3 }, { id: 2 }], next: '2' },
    }),
  );
  const ofOther = await stubOf(facts).executions({ accountId: 'acc_other', filter: { month }, limit: 2 });
  expect(ofOther).toEqual({ ok: false, code: 'workspace_not_found' });

  await sendFacts(later(facts, { entitlement: { kind: 'trial', endsAt: Date.now() - DAY_MS } }));
  await soon(async () => expect((await viewOf(facts)).status).toBe(InstanceStatus.Stopped));
  const kept = await reportOf();
  expect(kept).toMatchObject({ isLive: false, sums: live.sums, page: live.page });
  // The later filtered reading refreshed the sums.
  expect(kept?.readAt).toBeGreaterThanOrEqual(live.readAt ?? Number.POSITIVE_INFINITY);
  expect((await reportOf({ isCounted: false }))?.page?.rows).toEqual([]);
  expect(await reportOf({ month: '2020-01' })).toMatchObject({ sums: null, page: null, readAt: null });
  expect(await stubOf(facts).executions({ accountId, filter: { month }, limit: 2 })).toEqual({
    ok: false,
    code: 'workspace_not_online',
  });
});

test.concurrent('a new workspace has a usage of zero', async () => {
  const facts = factsOf();
  await bringOnline(facts);
  await soon(async () =>
    expect((await viewOf(facts)).usage).toEqual({
      timeframe: timeframeOf(Date.now()),
      executions: 0,
      activeWorkflows: 0,
    }),
  );
  expect((await overviewOf(facts)).usageByDay).toHaveLength(1);
});

test.concurrent('an execution reaches open dashboards within a minute, again and again', async () => {
  const { facts, run } = await withWorkflow();
  const live = await listen(facts);
  for (const executions of [1, 2]) {
    await run();
    await advance(facts, MINUTE_MS);
    await soon(async () => expect(live.views().at(-1)?.usage).toMatchObject({ executions }));
  }
});

test.concurrent('stops reading the usage without live connections', async () => {
  const { facts } = await withWorkflow();
  expect(await isReadingScheduled(facts)).toBe(false);
  const live = await listen(facts);
  await soon(async () => expect(await isReadingScheduled(facts)).toBe(true));
  live.socket.close();
  await soon(async () => {
    await advance(facts, MINUTE_MS);
    expect(await isReadingScheduled(facts)).toBe(false);
  });
});

test.concurrent('loading a page reads the usage for the next one', async () => {
  const { facts, run } = await withWorkflow();
  await run();
  await soon(async () => expect((await overviewOf(facts)).view.usage).toMatchObject({ executions: 1 }));
});
