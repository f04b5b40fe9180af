import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  accountStateOf,
  subscriptionStateOf,
  subscriptionStates,
  workspaceStateOf,
  workspaceStates,
} from '#app/domain/billing/account-state.ts';
import { changeRefusal } from '#app/domain/billing/plan-change.ts';
import { screenStateOf, stateScreens } from '#app/domain/billing/screen-state.ts';
import { billingStatuses } from '#app/domain/billing/subscription.ts';
import { InstanceStatus, instanceNotices } from '#app/domain/instance/view.ts';
import { accountStatesPage } from '#scripts/docs/account-states.ts';

const cells = subscriptionStates.flatMap((subscription) =>
  workspaceStates.map((workspace) => [subscription, workspace] as const),
);

test('docs/account-states.md is the table of the code (npm run docs writes it)', () => {
  const page = readFileSync(new URL('../../../docs/account-states.md', import.meta.url), 'utf8');
  expect(page).toBe(accountStatesPage());
});

test.each(cells)('no two screens disagree about %s and %s', (subscription, workspace) => {
  const state = accountStateOf(subscription, workspace);
  for (const screen of stateScreens) {
    const shown = screenStateOf(screen, subscription, workspace);
    if (shown.redirectTo !== null) continue;
    expect(shown.sentence).toBe(state.sentence);
    expect([state.badge, null]).toContain(shown.badge);
    // Spec §2: outside billing, the action of a failed payment's banner opens billing.
    const isBanners = state.action === 'update-payment' && screen !== 'billing';
    expect([isBanners ? 'open-billing' : state.action, null]).toContain(shown.action);
  }
});

test.each(cells)('with %s and %s, each sentence about a problem has a button', (subscription, workspace) => {
  const { sentence, action } = accountStateOf(subscription, workspace);
  if (sentence !== null && sentence !== 'starting') expect(action).not.toBeNull();
  for (const screen of ['dashboard', 'backups'] as const) {
    const shown = screenStateOf(screen, subscription, workspace);
    const expected = action === 'update-payment' ? 'open-billing' : action;
    expect(shown).toMatchObject(
      sentence === null ? { redirectTo: null } : { redirectTo: null, action: expected },
    );
  }
});

test('a screen redirects exactly where its use case refuses', () => {
  for (const status of billingStatuses) {
    for (const cancelsAt of [null, 1]) {
      const subscription = { status, cancelsAt };
      const state = subscriptionStateOf(subscription, false);
      const { redirectTo } = screenStateOf('change-plan', state, 'running');
      // After an ended subscription a new one is a purchase, not a change.
      const refuses = status !== 'deleted' && changeRefusal(subscription) !== null;
      expect([status, cancelsAt, redirectTo]).toEqual([status, cancelsAt, refuses ? 'billing' : null]);
      expect(screenStateOf('billing', state, 'running').redirectTo).toBeNull();
    }
  }
  for (const isTrialing of [true, false]) {
    const state = subscriptionStateOf(null, isTrialing);
    expect(screenStateOf('billing', state, 'running').redirectTo).toBe('manage');
    expect(screenStateOf('change-plan', state, 'running').redirectTo).toBeNull();
  }
});

test('a cancelled subscription that still runs is not active, whether or not it owes a payment', () => {
  expect(accountStateOf('cancelled', 'running').badge).toBe('cancelled');
  for (const status of ['active', 'trialing', 'past_due'] as const)
    expect(subscriptionStateOf({ status, cancelsAt: 1 }, false)).toBe('cancelled');
});

test('each view of a workspace is one of the four states', () => {
  for (const status of Object.values(InstanceStatus)) {
    for (const notice of [null, ...instanceNotices]) {
      const state = workspaceStateOf({ status, notice });
      if (notice === 'deleting' || notice === 'deleted') expect(state).toBe(notice);
      else expect(state).toBe(status === InstanceStatus.Stopped ? 'stopped' : 'running');
    }
  }
  expect(workspaceStateOf(null)).toBe('running');
});
