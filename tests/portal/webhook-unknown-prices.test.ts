import { afterAll, expect, inject, test } from 'vitest';
import { billedPlanIds } from '#app/domain/billing/offer.ts';
import { signatureHeader } from '#sandbox/paddle/signature.ts';
import { readBilledState, readKept } from '../support/billed-state.ts';
import { newPaddleId, paddleEvent, paddleSubscription, setUpBuyer } from '../support/paddle-events.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** What each item's price is for, and its quantity. */
type Meant = Array<[meaning: object, quantity: number]>;

/** Sends a subscription event with these prices. @returns how it was interpreted, and the account afterwards. */
async function receive(meant: Meant) {
  const owner = await setUpBuyer(portal, database);
  const subscription = paddleSubscription(owner.accountId);
  const [item] = subscription.items;
  const items = meant.map(([custom_data, quantity]) => ({
    ...item,
    quantity,
    // An id that the catalogue does not contain (or no longer): the price's own data tells its purpose.
    price: { ...item?.price, id: newPaddleId('pri'), custom_data },
  }));
  const { id, body } = paddleEvent('subscription.created', { ...subscription, items });
  const answer = await fetch(new URL('/webhooks/paddle', portal.portalUrl), {
    method: 'POST',
    headers: { 'Paddle-Signature': signatureHeader(body, portal.webhookSecret, Date.now()) },
    body,
  });
  expect(answer.status).toBe(200);
  return {
    kept: await readKept(database, id),
    state: await readBilledState(database, owner.accountId),
    subscriptionId: subscription.id,
  };
}

const plan = (planId: string, period = 'monthly') => ({ planId, kind: 'plan', period });
const extra = (planId: string, period = 'monthly') => ({ planId, kind: 'executions', period });

test('applies each billable plan, by a retired price', async () => {
  for (const planId of billedPlanIds) {
    const { kept, state, subscriptionId } = await receive([[plan(planId), 1]]);
    expect(kept, planId).toBe('subscription');
    expect(state, planId).toMatchObject({ plan: planId, subscription: subscriptionId, status: 'active' });
  }
});

test.for<[string, Meant]>([
  ['the trial, which is free', [[plan('trial-1'), 1]]],
  ['an unknown plan', [[plan('enterprise'), 1]]],
  ['an unknown period', [[plan('starter', 'weekly'), 1]]],
  ['an unknown kind', [[{ ...plan('starter'), kind: 'seats' }, 1]]],
  ['only extras', [[extra('custom'), 3]]],
  ['one plan twice', [[plan('starter'), 2]]],
  [
    'two plans',
    [
      [plan('starter'), 1],
      [plan('pro-1'), 1],
    ],
  ],
  [
    'a plan with extras that it has not',
    [
      [plan('pro-1'), 1],
      [extra('pro-1'), 3],
    ],
  ],
  [
    'extras of another plan',
    [
      [plan('pro-1'), 1],
      [extra('custom'), 3],
    ],
  ],
  [
    'extras of another period',
    [
      [plan('custom'), 1],
      [extra('custom', 'yearly'), 3],
    ],
  ],
])(
  'an event without one of our plans is kept for an operator, and applied to no account: %s',
  async ([, meant]) => {
    const { kept, state } = await receive(meant);
    expect(kept).toBe('unknown-price');
    expect(state).toMatchObject({ plan: 'trial-1', revision: 1, subscription: null, effects: [] });
  },
);
