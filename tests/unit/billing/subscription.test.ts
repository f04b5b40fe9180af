import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeRefusal, chargeTimes } from '#app/domain/billing/plan-change.ts';
import {
  type BillingStatus,
  billingStatuses,
  entitlementOf,
  type Subscription,
} from '#app/domain/billing/subscription.ts';
import { type Entitlement, entitles } from '#app/domain/instance/entitlement.ts';
import { planGroups } from '#app/domain/plan/plan.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { subscriptionWith } from '../../support/billing-events.ts';

const start = Date.UTC(2026, 0, 31);
const [paidUntil, paused, cancels] = [start + 30 * DAY_MS, start + 7 * DAY_MS, start + 20 * DAY_MS];

const paidSubscription = (changes: Partial<Subscription>) =>
  subscriptionWith({ currentPeriodEndsAt: paidUntil, ...changes });
const account = { planGroup: 'opt-in', trialStartedAt: start } as const;

test('the statuses and charge times are those of the specification', () => {
  expect(billingStatuses).toEqual(['active', 'trialing', 'past_due', 'paused', 'deleted']);
  expect(chargeTimes).toEqual(['now', 'next-cycle']);
});

test.each<[Partial<Subscription>, Entitlement]>([
  [{}, { kind: 'active' }],
  [{ status: 'trialing' }, { kind: 'active' }],
  // The provider retries the payment while the workspace keeps running.
  [{ status: 'past_due' }, { kind: 'active' }],
  [{ cancelsAt: cancels }, { kind: 'cancelled', endsAt: cancels }],
  [
    { status: 'past_due', cancelsAt: cancels },
    { kind: 'cancelled', endsAt: cancels },
  ],
  [
    { status: 'paused', pausedAt: paused },
    { kind: 'paused', pausedAt: paused },
  ],
  [{ status: 'paused' }, { kind: 'paused', pausedAt: paidUntil }],
  [
    { status: 'deleted', cancelsAt: cancels },
    { kind: 'cancelled', endsAt: cancels },
  ],
  [{ status: 'deleted' }, { kind: 'cancelled', endsAt: paidUntil }],
])('the subscription %j gives the workspace %j', (changes, expected) => {
  expect(entitlementOf(account, paidSubscription(changes))).toEqual(expected);
});

test.each(planGroups)('before any payment only the trial group has an end: %s', (planGroup) => {
  expect(entitlementOf({ planGroup, trialStartedAt: start }, null)).toEqual(
    planGroup === 'trial' ? { kind: 'trial', endsAt: start + 14 * DAY_MS } : { kind: 'active' },
  );
});

const anySubscription = fc
  .record({
    status: fc.constantFrom(...billingStatuses),
    currentPeriodEndsAt: fc.integer({ min: start, max: start + 400 * DAY_MS }),
    pausedAt: fc.option(fc.integer({ min: start, max: start + 400 * DAY_MS })),
    cancelsAt: fc.option(fc.integer({ min: start, max: start + 400 * DAY_MS })),
  })
  .map(subscriptionWith);

test('once anything was paid, the group and the trial no longer matter', () => {
  fc.assert(
    fc.property(
      anySubscription,
      fc.constantFrom(...planGroups),
      fc.integer(),
      (one, planGroup, trialStartedAt) => {
        expect(entitlementOf({ planGroup, trialStartedAt }, one)).toEqual(entitlementOf(account, one));
        expect(entitlementOf(account, one).kind).not.toBe('trial');
      },
    ),
  );
});

test('a paid subscription runs until its end, and a paused or ended one does not', () => {
  fc.assert(
    fc.property(anySubscription, fc.integer({ min: start, max: start + 500 * DAY_MS }), (one, now) => {
      const runs = entitles(entitlementOf(account, one), now);
      const endsAt = one.cancelsAt ?? (one.status === 'deleted' ? one.currentPeriodEndsAt : null);
      const isOver = one.status !== 'paused' && endsAt !== null && now >= endsAt;
      expect(runs).toBe(one.status !== 'paused' && !isOver);
    }),
  );
});

test.each<
  [BillingStatus, running: ReturnType<typeof changeRefusal>, ending: ReturnType<typeof changeRefusal>]
>([
  ['active', null, 'resubscription_needed'],
  ['trialing', null, 'resubscription_needed'],
  ['past_due', 'payment_details_outdated', 'payment_details_outdated'],
  ['paused', 'resubscription_needed', 'resubscription_needed'],
  ['deleted', 'resubscription_needed', 'resubscription_needed'],
])(
  'a plan that is %s can be changed unless %s; one that is cancelled, unless %s',
  (status, running, ending) => {
    expect(changeRefusal({ status, cancelsAt: null })).toBe(running);
    expect(changeRefusal({ status, cancelsAt: cancels })).toBe(ending);
  },
);
