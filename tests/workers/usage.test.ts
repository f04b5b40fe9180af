import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { timeframeOf, usageDay } from '#app/domain/instance/usage.ts';
import { insertAccount, mailed, mailsOf, RUNNING, to } from './support/account.ts';
import { soon } from './support/eventually.ts';
import { listen } from './support/live.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  overviewOf,
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

test.concurrent('shows the usage, keeps it by day and warns at 80 and 100 %', async () => {
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

  for (const executions of [1, 2, 3]) await runAndProbe(executions);
  expect(await mailed(facts)).toEqual([]);
  await runAndProbe(4);
  const once = to('usage_warning', RUNNING);
  await soon(async () => expect(await mailed(facts)).toEqual(once));
  expect((await mailsOf(facts))[0]?.data).toMatchObject({ percent: 80, executions: 4, limit: 5, timeframe });

  const usage = await runAndProbe(5);
  const twice = [...once, ...once].sort();
  await soon(async () => expect(await mailed(facts)).toEqual(twice));
  await runAndProbe(6);
  expect(await mailed(facts)).toEqual(twice);

  const { usageByDay, now } = await overviewOf(facts);
  expect(usageByDay.at(-1)).toEqual({ day: usageDay(usage, now), executions: 6, activeWorkflows: 1 });
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
