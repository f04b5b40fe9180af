import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';
import { post } from '../support/api-calls.ts';
import { billsOf, payingOwner, postChange, simulate } from '../support/billing-calls.ts';
import type { Owner } from '../support/people.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const updateFirst = 'Update payment details before changing plan';
const resubscribeFirst = 'Before upgrading you need to resubscribe';

/** States that block plan changes, with the sentence that explains them (spec §5, §8). */
const obstacles: Record<string, { sentence: string; arrive(owner: Owner): Promise<unknown> }> = {
  'past due': {
    sentence: updateFirst,
    arrive: (owner) => simulate(owner, database, 'payment_failed', 'past_due'),
  },
  paused: {
    sentence: resubscribeFirst,
    arrive: (owner) => simulate(owner, database, 'paused', 'paused'),
  },
  'about to end': {
    sentence: resubscribeFirst,
    arrive: ({ client, fields }) =>
      client.post('/manage/billing', { intent: 'cancel', workspaceName: fields.accountName }),
  },
  'past due and about to end': {
    sentence: updateFirst,
    arrive: async (owner) => {
      await simulate(owner, database, 'payment_failed', 'past_due');
      await database.execute({
        sql: 'UPDATE subscriptions SET cancels_at = current_period_ends_at WHERE account_id = ?',
        args: [owner.accountId],
      });
    },
  },
};

const owners = new Map<string, Owner>();
beforeAll(async () => {
  await Promise.all(
    Object.entries(obstacles).map(async ([name, { arrive }]) => {
      const owner = await payingOwner(portal, database);
      await arrive(owner);
      owners.set(name, owner);
    }),
  );
});

function ownerOf(name: string): Owner {
  const owner = owners.get(name);
  if (!owner) throw new Error(`Nobody is ${name}.`);
  return owner;
}

async function rowsOf({ accountId }: Owner): Promise<unknown> {
  const account = 'SELECT plan_id, plan_change_claimed_at FROM accounts WHERE id = ?';
  return [
    await one(database, 'SELECT * FROM subscriptions WHERE account_id = ?', accountId),
    await one(database, account, accountId),
  ];
}

const custom = { plan: 'custom', executions: '20000', activeWorkflows: '20' };

test.for(Object.keys(obstacles))(
  '%s: every path to a change redirects to billing, which says why',
  async (name) => {
    const owner = ownerOf(name);
    const { client } = owner;
    const before = [await rowsOf(owner), await billsOf(client)];
    const change = { intent: 'change', plan: 'pro-1', period: 'monthly', charge: 'now' };
    const ways = [
      () => client.get('/account/change-plan'),
      () => client.get('/account/change-plan?confirm=pro-1&period=monthly'),
      () => client.get('/account/change-plan?dialog=sales'),
      () => postChange(client, change),
      () => postChange(client, { ...change, charge: 'next-cycle' }),
      () => postChange(client, { ...change, period: 'yearly' }),
      () => postChange(client, { ...change, ...custom }),
      // Neither does a second checkout.
      () => postChange(client, { intent: 'checkout', plan: 'pro-1', period: 'monthly' }),
      () => postChange(client, { intent: 'checkout', period: 'monthly', ...custom }),
    ];
    for (const ask of ways) {
      const answer = await ask();
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/manage/billing']);
      const page = await (await client.get('/manage/billing')).text();
      expect(page).toContain(obstacles[name]?.sentence);
      // The explanation appears once.
      expect(await (await client.get('/account')).text()).not.toContain(obstacles[name]?.sentence);
    }
    expect([await rowsOf(owner), await billsOf(client)]).toEqual(before);
  },
);

test('an ended subscription cannot be changed, and is bought again', async () => {
  const owner = await payingOwner(portal, database);
  await simulate(owner, database, 'canceled', 'deleted');
  const { client } = owner;
  expect((await client.get('/account/change-plan')).status).toBe(200);
  const change = await post(client, '/account/plan/change', {
    planId: 'pro-1',
    period: 'monthly',
    chargeNow: true,
  });
  expect([change.status, ((await change.json()) as { error: string }).error]).toEqual([
    409,
    resubscribeFirst,
  ]);
  const bought = await postChange(client, { intent: 'checkout', plan: 'pro-1', period: 'monthly' });
  expect([bought.status, bought.headers.get('Location')]).toEqual([
    302,
    expect.stringMatching(/^\/account\/checkout\?transaction=txn_/),
  ]);
});

test('a cancellation that a pause overtook says why it is refused, and changes nothing', async () => {
  const owner = ownerOf('paused');
  const form = { intent: 'cancel', workspaceName: owner.fields.accountName };
  const before = await rowsOf(owner);
  const answer = await owner.client.post('/manage/billing', form);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain(en.errors.subscription_paused);
  expect(await rowsOf(owner)).toEqual(before);
});
