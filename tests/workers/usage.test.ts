import { expect, test } from 'vitest';
import { timeframeOf, usageDay } from '#app/domain/instance/usage.ts';
import { insertAccount, mailed, mailsOf, RUNNING, to } from './support/account.ts';
import { soon } from './support/eventually.ts';
import { signIn } from './support/runtime.ts';
import { advance, bringOnline, factsOf, HOUR_MS, overviewOf, viewOf } from './support/workspace.ts';

test.concurrent('what the workspace counted is seen, kept by the day, and warned of at 80 and 100 %', async () => {
  const facts = factsOf();
  facts.limits = { ...facts.limits, monthlyExecutions: 5 };
  await insertAccount(facts);
  await bringOnline(facts);
  const person = await signIn(facts);
  const { id } = await person.createWorkflow('Counted');
  const timeframe = timeframeOf(Date.now());
  const runAndLook = async (executions: number) => {
    await person.run(id);
    await advance(facts, 2 * HOUR_MS);
    const usage = { timeframe, executions, activeWorkflows: 1 };
    await soon(async () => expect((await viewOf(facts)).usage).toEqual(usage));
    return usage;
  };

  for (const executions of [1, 2, 3]) await runAndLook(executions);
  expect(await mailed(facts)).toEqual([]);
  await runAndLook(4);
  const once = to('usage_warning', RUNNING);
  await soon(async () => expect(await mailed(facts)).toEqual(once));
  expect((await mailsOf(facts))[0]?.data).toMatchObject({ percent: 80, executions: 4, limit: 5, timeframe });

  const usage = await runAndLook(5);
  const twice = [...once, ...once].sort();
  await soon(async () => expect(await mailed(facts)).toEqual(twice));
  await runAndLook(6);
  expect(await mailed(facts)).toEqual(twice);

  const { usageByDay, now } = await overviewOf(facts);
  expect(usageByDay.at(-1)).toEqual({ day: usageDay(usage, now), executions: 6, activeWorkflows: 1 });
});

test.concurrent('a workspace that did nothing yet has a usage of nothing', async () => {
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
