import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { monthEnds } from '#app/domain/usage/months.ts';
import { outbox, overageCharges, subscriptions } from '#db/schema/index.ts';
import { database, insertAccount, mailsOf } from './support/account.ts';
import { soon } from './support/eventually.ts';
import { signIn } from './support/runtime.ts';
import {
  advance,
  bringOnline,
  DAY_MS,
  factsOf,
  HOUR_MS,
  later,
  MINUTE_MS,
  sendFacts,
  viewOf,
} from './support/workspace.ts';

const unitPrice = { amount: 800, currency: 'USD' };
const month = timeframeOf(Date.now());

/** An Online workspace on a plan with two executions a month, with up to 1,000 paid executions more. */
async function runningOn() {
  const facts = factsOf({ entitlement: { kind: 'active' }, overage: { maxExecutions: 1_000, unitPrice } });
  facts.limits = { ...facts.limits, monthlyExecutions: 2 };
  await insertAccount(facts);
  await database()
    .insert(subscriptions)
    .values({
      id: `sub_${facts.name}`,
      accountId: facts.accountId,
      status: 'active',
      planId: 'pro-1',
      period: 'monthly',
      currentPeriodEndsAt: Date.now() + 30 * DAY_MS,
    });
  await bringOnline(facts);
  const person = await signIn(facts);
  const { id } = await person.createWorkflow('Counted');
  return { facts, run: () => person.run(id) };
}

const chargesOf = ({ accountId }: InstanceFacts) =>
  database().select().from(overageCharges).where(eq(overageCharges.accountId, accountId));
const messagesOf = ({ accountId }: InstanceFacts) =>
  database()
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(sql`${outbox.kind} = 'overage.charge' AND ${outbox.payload} ->> 'accountId' = ${accountId}`);

/** Moves the workspace's clock past the month's end, when its counter is read. */
const endMonth = (facts: InstanceFacts) => advance(facts, monthEnds(month) - Date.now() + 6 * MINUTE_MS);

test.concurrent('executions beyond the plan are counted, mailed once, and charged once after the month', async () => {
  const { facts, run } = await runningOn();
  for (let times = 0; times < 5; times += 1) await run();
  await advance(facts, 2 * HOUR_MS);
  await soon(async () => expect((await viewOf(facts)).overage?.executions).toBe(3));
  await soon(async () =>
    expect(new Set((await mailsOf(facts)).map(({ template }) => template))).toEqual(
      new Set(['overage_begun']),
    ),
  );
  // Not read before the month ends: the closing counter decides.
  await run();
  await endMonth(facts);
  await soon(async () =>
    expect(await chargesOf(facts)).toMatchObject([
      {
        month,
        part: 1,
        executions: 4,
        units: 1,
        unitAmount: 800,
        currency: 'USD',
        status: 'due',
        subscriptionId: `sub_${facts.name}`,
      },
    ]),
  );
  expect(await messagesOf(facts)).toEqual([{ payload: { accountId: facts.accountId, month, part: 1 } }]);
  await advance(facts, DAY_MS);
  expect(await chargesOf(facts)).toHaveLength(1);
});

test.concurrent('a cancellation closes the month immediately', async () => {
  const { facts, run } = await runningOn();
  for (let times = 0; times < 3; times += 1) await run();
  const { overage: _overage, ...held } = later(facts, {
    entitlement: { kind: 'cancelled', endsAt: Date.now() + 20 * DAY_MS },
  });
  await sendFacts(held);
  await soon(async () => expect(await chargesOf(facts)).toMatchObject([{ month, part: 1, executions: 1 }]));
});

test.concurrent('an account that holds is charged nothing, however much its process counted', async () => {
  const facts = factsOf({ entitlement: { kind: 'active' } });
  facts.limits = { ...facts.limits, monthlyExecutions: 1 };
  await insertAccount(facts);
  await bringOnline(facts);
  const person = await signIn(facts);
  const { id } = await person.createWorkflow('Counted');
  for (let times = 0; times < 3; times += 1) await person.run(id);
  await endMonth(facts);
  expect((await viewOf(facts)).overage).toBeUndefined();
  expect(await chargesOf(facts)).toEqual([]);
});
