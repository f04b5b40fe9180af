import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ProviderSubscription, sortableInstant } from '#app/domain/billing/provider-event.ts';
import { toProviderSubscription } from '#app/integrations/paddle/provider-subscription.ts';
import { accountId } from './harness.ts';

const RUNS = 2_000;

const item = (planId: string, kind = 'plan', { quantity = 1, period = 'yearly' } = {}) => ({
  status: 'active',
  quantity,
  recurring: true,
  price: { id: `pri_${planId}_${kind}`, custom_data: { planId, kind, period } },
});
const entity = {
  id: 'sub_1',
  status: 'active',
  customer_id: 'ctm_1',
  custom_data: { accountId },
  current_billing_period: { starts_at: '2026-01-01T00:00:00Z', ends_at: '2027-01-01T00:00:00.5Z' },
  paused_at: null,
  canceled_at: null,
  scheduled_change: null,
  items: [item('starter')],
  updated_at: '2026-01-02T03:04:05.678901Z',
};
const parse = (changes: object = {}) => toProviderSubscription({ ...entity, ...changes });
const ended = { current_billing_period: null, next_billed_at: null };
const [march, april] = [Date.UTC(2026, 2), Date.UTC(2026, 3)];
const updated = Date.parse(entity.updated_at);

test('maps Paddle’s subscription to ours', () => {
  expect(parse()).toEqual({
    subscription: {
      providerId: 'sub_1',
      status: 'active',
      planId: 'starter',
      period: 'yearly',
      quota: null,
      currentPeriodEndsAt: Date.UTC(2027, 0) + 500,
      pausedAt: null,
      cancelsAt: null,
    },
    claim: { accountId, reference: null },
    boughtBy: null,
    customerId: 'ctm_1',
    taxInclusive: false,
    updatedAt: '2026-01-02T03:04:05.678901Z',
  });
  for (const custom_data of [null, undefined, 'acc_1', [], { accountId: 7 }, { accountId: '' }]) {
    expect(parse({ custom_data })).toMatchObject({ claim: { accountId: null } });
  }
});

test.each([
  [['internal', 'internal'], true],
  [['internal', 'external'], false],
  [['account_setting', 'account_setting'], false],
  [['a mode of tomorrow', 'internal'], false],
] as const)('prices whose tax modes are %j include tax: %s', (modes, taxInclusive) => {
  const kinds = ['plan', 'executions'];
  const items = modes.map((tax_mode, index) => {
    const { price, ...rest } = item('custom', kinds[index]);
    return { ...rest, price: { ...price, tax_mode } };
  });
  expect(parse({ items })).toMatchObject({ taxInclusive });
});

const at = (instant: number) => new Date(instant).toISOString();
test.each([
  [{ status: 'trialing' }, { status: 'trialing' }],
  [{ status: 'past_due' }, { status: 'past_due' }],
  [
    { status: 'paused', paused_at: at(march), ...ended },
    { status: 'paused', pausedAt: march, currentPeriodEndsAt: march, cancelsAt: null },
  ],
  [
    { status: 'paused', ...ended },
    { status: 'paused', pausedAt: updated, currentPeriodEndsAt: updated },
  ],
  [
    { status: 'canceled', canceled_at: at(april), paused_at: at(march), ...ended },
    { status: 'deleted', pausedAt: null, currentPeriodEndsAt: april, cancelsAt: april },
  ],
  [
    { status: 'canceled', ...ended },
    { status: 'deleted', cancelsAt: updated },
  ],
  [
    { scheduled_change: { action: 'cancel', effective_at: at(april) } },
    { status: 'active', cancelsAt: april },
  ],
  [{ scheduled_change: { action: 'pause', effective_at: at(april) } }, { pausedAt: null, cancelsAt: null }],
])('%j', (changes, expected) => {
  expect(parse(changes)).toMatchObject({ subscription: expected });
});

test('the quota of a custom plan is the part beyond the minimum', () => {
  const custom = item('custom');
  const extras = [
    item('custom', 'executions', { quantity: 32 }),
    item('custom', 'workflows', { quantity: 57 }),
  ];
  expect(parse({ items: [...extras, custom] })).toMatchObject({
    subscription: { planId: 'custom', quota: { executions: 42_000, activeWorkflows: 77 } },
  });
  expect(parse({ items: [custom] })).toMatchObject({
    subscription: { quota: { executions: 10_000, activeWorkflows: 20 } },
  });
});

test.each([
  [[]],
  [[{ quantity: 1, price: {} }]],
  [[item('gold')]],
  [[item('starter', 'seats')]],
  [[item('starter'), { quantity: 1, price: { custom_data: null } }]],
  [[item('starter'), item('pro-1')]],
  [[item('custom', 'executions')]],
])('items %j are not of our catalogue', (items) => {
  expect(parse({ items })).toBe('unknown-price');
});

test.each([
  [{ status: 'asleep' }],
  [{ id: '' }],
  [{ customer_id: null }],
  [{ updated_at: 'now' }],
  [{ items: null }],
  [{ items: [item('starter', 'plan', { quantity: 0 })] }],
  [{ items: [item('starter', 'plan', { quantity: 1.5 })] }],
  [{ items: [item('starter', 'plan', { quantity: 1e9 })] }],
])('%j cannot be read', (changes) => {
  expect(parse(changes)).toBe('unreadable');
});

/** The entity with arbitrary values anywhere in it. */
const mangled = fc
  .array(fc.tuple(fc.nat(), fc.oneof(fc.jsonValue(), fc.constantFrom('', '9', 1e300, {}))))
  .map((changes) => {
    const copy: unknown = structuredClone({
      ...entity,
      paused_at: at(march),
      canceled_at: at(april),
      scheduled_change: { action: 'cancel', effective_at: at(april) },
      items: [item('custom'), item('custom', 'executions', { quantity: 3 })],
    });
    for (const [place, value] of changes) {
      const places = placesOf(copy);
      const found = places[place % places.length];
      if (found) found.holder[found.key] = value;
    }
    return copy;
  });

function placesOf(value: unknown): Array<{ holder: Record<string, unknown>; key: string }> {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])]);
}

test('every entity reads as a complete subscription or one of the two reasons', () => {
  let whole = 0;
  fc.assert(
    fc.property(fc.oneof(mangled, fc.anything()), (data) => {
      const result = toProviderSubscription(data);
      if (typeof result === 'string') expect(['unknown-price', 'unreadable']).toContain(result);
      else {
        expectWhole(result);
        whole += 1;
      }
    }),
    { numRuns: RUNS },
  );
  expect(whole).toBeGreaterThan(RUNS / 100);
});

function expectWhole({ subscription, customerId, updatedAt }: ProviderSubscription): void {
  const { providerId, currentPeriodEndsAt, pausedAt, cancelsAt, quota, planId } = subscription;
  for (const instant of [currentPeriodEndsAt, pausedAt ?? 0, cancelsAt ?? 0]) {
    expect(Number.isSafeInteger(instant)).toBe(true);
  }
  expect(quota === null).toBe(planId !== 'custom');
  if (quota) expect(Object.values(quota).every((value) => Number.isSafeInteger(value))).toBe(true);
  expect(providerId && customerId).not.toBe('');
  expect(sortableInstant(updatedAt)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
}
