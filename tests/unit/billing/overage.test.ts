import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CataloguePrice } from '#app/domain/billing/offer.ts';
import {
  overageCost,
  overageTermsOf,
  overageUnits,
  proposeMaxThousands,
  selectAgreedPrices,
} from '#app/domain/billing/overage.ts';
import { overageChoiceSchema } from '#app/domain/billing/overage-form.ts';
import { billingStatuses } from '#app/domain/billing/subscription.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const price = (planId: CataloguePrice['planId'], amount: number, currency = 'USD'): CataloguePrice => ({
  priceId: `pri_${planId}`,
  planId,
  kind: 'overage',
  period: 'monthly',
  unitPrice: { amount, currency },
  taxInclusive: false,
});
const catalogue = [price('pro-1', 800), price('pro-2', 400), price('custom', 300)];
const choice = { maxThousands: 10, prices: selectAgreedPrices(usd(800), catalogue) };
const pro = { id: 'pro-1', sellsOverage: true };
const active = { status: 'active', cancelsAt: null } as const;

test('runs on up to the cap for the agreed price', () => {
  expect(overageTermsOf(pro, active, choice)).toEqual({ maxExecutions: 10_000, unitPrice: usd(800) });
});

test('holds by default, in a trial, and with a plan without paid executions', () => {
  expect(overageTermsOf(pro, active, { maxThousands: null, prices: null })).toBeNull();
  expect(overageTermsOf(pro, active, { ...choice, maxThousands: null })).toBeNull();
  expect(overageTermsOf(pro, null, choice)).toBeNull();
  expect(overageTermsOf({ id: 'starter', sellsOverage: false }, active, choice)).toBeNull();
  expect(overageTermsOf({ ...pro, sellsOverage: false }, active, choice)).toBeNull();
});

test('runs on only with an active subscription, and not once it is cancelled', () => {
  const inForce = billingStatuses.filter((status) => overageTermsOf(pro, { ...active, status }, choice));
  expect(inForce).toEqual(['active']);
  expect(overageTermsOf(pro, { ...active, cancelsAt: 1 }, choice)).toBeNull();
});

test('continues with a plan of the same or a lower price, and holds with a more expensive one', () => {
  expect(overageTermsOf({ ...pro, id: 'pro-2' }, active, choice)?.unitPrice).toEqual(usd(400));
  const cheap = { maxThousands: 10, prices: selectAgreedPrices(usd(400), catalogue) };
  expect(overageTermsOf(pro, active, cheap)).toBeNull();
  // The person agreed to no price in another currency.
  const euros = { maxThousands: 10, prices: selectAgreedPrices(usd(800), [price('pro-1', 700, 'EUR')]) };
  expect(overageTermsOf(pro, active, euros)).toBeNull();
  expect(overageTermsOf({ ...pro, id: 'constructor' }, active, choice)).toBeNull();
});

test('charges each started thousand', () => {
  expect([0, 1, 999, 1_000, 1_001].map(overageUnits)).toEqual([0, 1, 1, 1, 2]);
  expect(overageCost(1_001, usd(800))).toEqual(usd(1_600));
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(100_000), (executions, amount) => {
      const { amount: cost } = overageCost(executions, usd(amount));
      expect(cost * 1_000).toBeGreaterThanOrEqual(executions * amount);
      expect(cost * 1_000).toBeLessThan(executions * amount + 1_000 * amount + 1);
    }),
  );
});

test('proposes a cap that doubles the plan', () => {
  expect([2_500, 10_000, 50_000, 250_000, 400_000].map(proposeMaxThousands)).toEqual([3, 10, 50, 250, 250]);
});

test('accepts a cap of 1 to 250 thousand, and no invalid number', () => {
  const isTaken = (maxThousands: unknown) =>
    overageChoiceSchema.safeParse({ atLimit: 'run_on', maxThousands, unitAmount: 800, currency: 'USD' })
      .success;
  expect([1, '1', ' 250 ', 250].map(isTaken)).toEqual([true, true, true, true]);
  const hostile = [
    0,
    -1,
    251,
    1.5,
    '1.5',
    '1e2',
    '0x10',
    'NaN',
    '',
    '９',
    '9'.repeat(400),
    [],
    {},
    null,
    true,
  ];
  expect(hostile.filter(isTaken)).toEqual([]);
  expect(overageChoiceSchema.safeParse({ atLimit: 'hold' }).success).toBe(true);
  expect(overageChoiceSchema.safeParse({ atLimit: 'run_on' }).success).toBe(false);
  expect(overageChoiceSchema.safeParse({}).success).toBe(false);
});
