import { beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { shownSubscription } from '#app/domain/billing/offer.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { changePlan } from '#app/use-cases/billing/change-plan.ts';
import { beginCheckout } from '#app/use-cases/billing/checkout.ts';
import { cancelSubscription, resubscribe } from '#app/use-cases/billing/end-subscription.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';
import { codeOf } from '../paddle/harness.ts';

// Two people of an account, or two tabs, confirm at the same moment: both requests have read the subscription before either
// changes it, and the second claims the change when the first one's has ended.

const { db, raw, stores } = await ownMemoryDatabase();
const now = Date.now();
let viewer: Viewer;
/** What the provider was asked for. */
let asked: string[];

beforeEach(async () => {
  for (const table of ['outbox', 'audit_events', 'provider_events', 'subscriptions', 'accounts', 'users'])
    await raw.execute(`DELETE FROM ${table}`);
  asked = [];
});

async function begin(status: 'active' | 'past_due' | 'paused', change: Partial<Subscription> = {}) {
  const { account, statements } = newAccount(db, { step: null, subscription: status });
  await write(db, statements);
  await raw.execute({ sql: 'UPDATE subscriptions SET cancels_at = ?', args: [change.cancelsAt ?? null] });
  viewer = await viewerOf(db, account.owner.token);
}

function read(): Subscription {
  if (!viewer.subscription) throw new Error('The account has no subscription.');
  return viewer.subscription;
}

/** A provider whose answers are applied as it gives them. */
function answer(change: Partial<Subscription>) {
  asked.push(JSON.stringify(change));
  return Promise.resolve({
    subscription: { ...read(), ...change },
    claim: { accountId: viewer.account.id, reference: 'chk_1' },
    boughtBy: null,
    customerId: 'ctm_1',
    taxInclusive: false,
    updatedAt: `2026-01-01T00:00:0${asked.length}Z`,
  });
}

const prices = ['starter', 'pro-1', 'pro-2'].map((planId) => ({
  priceId: `pri_${planId}`,
  planId,
  kind: 'plan',
  period: 'monthly',
}));
const ports = {
  ...stores,
  clock: { now: () => now },
  billingProvider: {
    prices: async () => prices,
    change: (_id: string, items: Array<{ priceId: string }>) =>
      answer({ planId: items[0]?.priceId.replace('pri_', '') ?? '' }),
    cancel: () => answer({ cancelsAt: now + DAY_MS }),
    undoCancel: () => answer({ cancelsAt: null }),
    customer: async () => 'ctm_1',
    checkout: async () => ({ transactionId: `txn_${asked.push('checkout')}`, url: 'https://pay.example' }),
  },
} as unknown as Parameters<typeof changePlan>[0] & Parameters<typeof resubscribe>[0];

const confirmations = {
  plan: (planId: 'starter' | 'pro-2') =>
    changePlan(
      ports,
      { viewer, client },
      {
        choice: { planId, period: 'monthly', quota: null },
        charge: 'next-cycle',
        shown: shownSubscription(read()),
      },
    ),
  cancel: () =>
    cancelSubscription(
      ports,
      { viewer, client },
      { workspaceName: viewer.workspace.name, shown: shownSubscription(read()) },
    ),
  keep: () => resubscribe(ports, { viewer, client }, 'https://weft.example/manage/billing'),
};
const { plan, cancel, keep } = confirmations;

test.for([
  ['two plans', () => plan('starter'), () => plan('pro-2'), 'subscription_changed'],
  ['a plan, and a cancellation of the earlier one', () => plan('starter'), cancel, 'subscription_changed'],
  ['a cancellation, and a plan', cancel, () => plan('pro-2'), 'subscription_changed'],
  ['one plan twice', () => plan('starter'), () => plan('starter'), 'it succeeded'],
  ['two cancellations', cancel, cancel, 'it succeeded'],
] as const)('of %s, only the first is made', async ([, first, second, outcome]) => {
  await begin('active');
  expect(await codeOf(first())).toBe('it succeeded');
  expect(await codeOf(second())).toBe(outcome);
  expect(asked).toHaveLength(1);
});

test('a cancellation is undone once', async () => {
  await begin('active', { cancelsAt: now + DAY_MS });
  expect([await keep(), await keep()]).toEqual([{ kind: 'done' }, { kind: 'done' }]);
  expect(asked).toHaveLength(1);
});

test.for([
  ['current_period_ends_at', now],
  ['status', 'past_due'],
] as const)('refuses a plan change after an event that changed %s', async ([column, value]) => {
  await begin('active');
  await raw.execute({ sql: `UPDATE subscriptions SET ${column} = ?`, args: [value] });
  expect(await codeOf(plan('starter'))).toBe('subscription_changed');
  expect(asked).toEqual([]);
});

test('a checkout of a subscription that runs again meanwhile is neither started nor shown', async () => {
  const resume = () => raw.execute(`UPDATE subscriptions SET status = 'active'`);
  await begin('paused');
  await resume();
  expect(await codeOf(keep())).toBe('already_subscribed');
  expect(asked).toEqual([]);

  await raw.execute(`UPDATE subscriptions SET status = 'paused'`);
  const billing = ports.billingProvider;
  const checkout: typeof billing.checkout = async (input) => {
    await resume();
    return billing.checkout(input);
  };
  const slow = { ...ports, billingProvider: { ...billing, checkout } };
  expect(await codeOf(resubscribe(slow, { viewer, client }, 'https://weft.example'))).toBe(
    'already_subscribed',
  );
  const { rows } = await raw.execute('SELECT checkout_id FROM accounts');
  expect(rows).toEqual([{ checkout_id: null }]);
});

test('a first checkout is not started for an account that has bought since', async () => {
  await begin('active');
  const choice = { planId: 'starter', period: 'monthly', quota: null } as const;
  const unsubscribed = { ...viewer, subscription: null };
  const code = await codeOf(
    beginCheckout(ports, { viewer: unsubscribed, client }, choice, 'https://weft.example'),
  );
  expect([code, asked]).toEqual(['already_subscribed', []]);
});
