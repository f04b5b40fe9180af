import { expect, test } from 'vitest';
import { permissionsOf } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { amountDueOnCancelling, isCancellable } from '#app/domain/billing/cancellation.ts';
import { money } from '#app/domain/billing/money.ts';
import { type BillingStatus, billingStatuses, type Subscription } from '#app/domain/billing/subscription.ts';
import { cancelSubscription } from '#app/use-cases/billing/end-subscription.ts';
import { testClient } from '../../support/own-database.ts';
import { codeOf } from '../paddle/harness.ts';

const NOW = Date.UTC(2026, 0, 31);
type State = Pick<Subscription, 'status' | 'cancelsAt'>;
const starter = {
  providerId: 'sub_1',
  planId: 'starter',
  period: 'monthly',
  quota: null,
  currentPeriodEndsAt: NOW,
} as const;

/** Cancels the subscription of a person who typed the workspace's name. @returns the outcome, and the requested calls. */
async function cancel(state: State, { typedName = 'ada', shown = '' } = {}) {
  const calls: string[] = [];
  const subscription = { ...starter, ...state };
  const viewer = {
    permissions: permissionsOf('owner'),
    account: { id: 'acc_1' },
    workspace: { name: 'ada' },
    session: { provedAt: NOW },
    subscription,
  } as unknown as Viewer;
  const ports = {
    clock: { now: () => NOW },
    billing: {
      claimChange: async () => {
        calls.push('claim');
        return { kind: 'claimed', claim: { accountId: 'acc_1', requestId: 'req_1' } };
      },
      receive: async () => calls.push('receive'),
    },
    billingProvider: {
      cancel: async (id: string) => {
        calls.push(`cancel ${id}`);
        // The provider's answer is stored before the next request reads the subscription.
        subscription.cancelsAt = NOW;
        return { updatedAt: '2026-01-31T00:00:00Z' };
      },
    },
  } as unknown as Parameters<typeof cancelSubscription>[0];
  const attempt = () =>
    codeOf(cancelSubscription(ports, { viewer, client: testClient }, { workspaceName: typedName, shown }));
  return { outcome: await attempt(), calls, repeat: attempt };
}

const requested = ['claim', 'cancel sub_1', 'receive'];

test.each<[BillingStatus, string, string[]]>([
  ['active', 'it succeeded', requested],
  ['trialing', 'it succeeded', requested],
  // People who owe a payment can still end the subscription.
  ['past_due', 'it succeeded', requested],
  ['paused', 'subscription_paused', []],
  ['deleted', 'it succeeded', []],
])(
  'cancelling a subscription that is %s: %s, and asks the provider for %j',
  async (status, outcome, calls) => {
    const state = { status, cancelsAt: null };
    expect(await cancel(state)).toMatchObject({ outcome, calls });
    expect(isCancellable(state)).toBe(calls.length > 0);
  },
);

test.each(billingStatuses)('a cancelled subscription that is %s is not cancelled again', async (status) => {
  const state = { status, cancelsAt: NOW };
  expect(await cancel(state)).toMatchObject({ outcome: 'it succeeded', calls: [] });
  expect(isCancellable(state)).toBe(false);
});

test('a form that was posted twice cancels once', async () => {
  const { outcome, calls, repeat } = await cancel({ status: 'active', cancelsAt: null });
  expect([outcome, await repeat()]).toEqual(['it succeeded', 'it succeeded']);
  expect(calls).toEqual(requested);
});

test('a cancellation charges what waits for the next bill, and pays out no credit', () => {
  expect(amountDueOnCancelling(money(3_600, 'USD'))).toEqual(money(3_600, 'USD'));
  expect(amountDueOnCancelling(money(-3_600, 'USD'))).toBeNull();
  expect(amountDueOnCancelling(null)).toBeNull();
});

test.each<[State, string]>([
  [{ status: 'paused', cancelsAt: null }, 'subscription_paused'],
  [{ status: 'active', cancelsAt: NOW }, 'it succeeded'],
])('a page without the dialog says nothing about the typed name: %j', async (state, outcome) => {
  expect(isCancellable(state)).toBe(false);
  expect(await cancel(state, { typedName: 'eve' })).toMatchObject({ outcome, calls: [] });
});

test('a wrong name cancels nothing', async () => {
  expect(await cancel({ status: 'active', cancelsAt: null }, { typedName: 'eve' })).toMatchObject({
    outcome: 'invalid_form',
    calls: [],
  });
});

test.each([
  ['starter/monthly', NOW, 'it succeeded', requested],
  ['pro-1/monthly', NOW, 'subscription_changed', []],
  ['starter/monthly', NOW - 1, 'subscription_changed', []],
])('a dialog that showed %s until %d: %s', async (choice, endsAt, outcome, calls) => {
  const state = { status: 'active', cancelsAt: null } as const;
  expect(await cancel(state, { shown: `${choice}/${endsAt}` })).toMatchObject({ outcome, calls });
});
