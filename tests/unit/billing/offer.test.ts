import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  billedPlanIds,
  type CataloguePrice,
  choiceOf,
  itemsOf,
  offersOf,
  type PlanChoice,
  priceOf,
  soldPlanIds,
} from '#app/domain/billing/offer.ts';
import { quotaBounds, quotaOf } from '#app/domain/billing/quota.ts';
import { billingPeriods } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';

type Unit = [planId: CataloguePrice['planId'], kind: CataloguePrice['kind'], monthly: number, yearly: number];

function catalogue(units: readonly Unit[], currency = 'USD'): CataloguePrice[] {
  return units.flatMap(([planId, kind, monthly, yearly]) =>
    billingPeriods.map((period) => ({
      priceId: `pri_${planId}_${kind}_${period}`,
      planId,
      kind,
      period,
      taxInclusive: false,
      unitPrice: { amount: period === 'monthly' ? monthly : yearly, currency },
    })),
  );
}

const units: Unit[] = [
  ['custom', 'workflows', 100, 1_000],
  ['custom', 'executions', 200, 2_000],
  ['custom', 'plan', 12_000, 120_000],
  ['pro-2', 'plan', 11_900, 120_000],
  ['starter', 'plan', 2_400, 24_000],
  ['large', 'plan', 1, 1],
  ['pro-1', 'plan', 6_000, 60_000],
];
const prices = catalogue(units);

describe('the offer', () => {
  test('lists prices in ascending order, whatever the order of the catalogue', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(prices, { minLength: prices.length }), (shuffled) => {
        expect(offersOf(shuffled)).toEqual(offersOf(prices));
      }),
    );
    expect(offersOf(prices).map(({ planId }) => planId)).toEqual(['starter', 'pro-1', 'pro-2', 'custom']);
    const dearStarter = catalogue(
      units.map((unit) => (unit[0] === 'starter' ? ['starter', 'plan', 12_001, 1] : unit)),
    );
    expect(offersOf(dearStarter).map(({ planId }) => planId)).toEqual([
      'pro-1',
      'pro-2',
      'custom',
      'starter',
    ]);
  });

  test('lists any prices in ascending order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (amounts) => {
        const sold = soldPlanIds.map((id, index): Unit => [id, 'plan', amounts[index] ?? 0, 1]);
        const extras: Unit[] = [
          ['custom', 'executions', 1, 1],
          ['custom', 'workflows', 1, 1],
        ];
        const monthly = offersOf(catalogue([...sold, ...extras])).map((offer) => offer.monthly.amount);
        expect(monthly).toEqual(amounts.toSorted((a, b) => a - b));
      }),
    );
  });

  test.each(prices.map((price) => price.priceId))('omits only the plan of a missing %s', (id) => {
    const gone = prices.find(({ priceId }) => priceId === id);
    const left = offersOf(prices.filter((price) => price !== gone)).map(({ planId }) => planId);
    expect(left).toEqual(
      offersOf(prices)
        .map(({ planId }) => planId)
        .filter((planId) => planId !== gone?.planId),
    );
  });

  test('omits a plan with prices in two currencies, which cannot be added', () => {
    const mixed = prices.map((price) =>
      price.priceId === 'pri_custom_workflows_yearly'
        ? { ...price, unitPrice: { amount: 1_000, currency: 'EUR' } }
        : price,
    );
    expect(offersOf(mixed).map(({ planId }) => planId)).toEqual(['starter', 'pro-1', 'pro-2']);
  });

  test('an empty catalogue gives an empty offer', () => {
    expect(offersOf([])).toEqual([]);
  });
});

describe('the discount of a year', () => {
  const discountOf = (monthly: number, yearly: number) =>
    offersOf(catalogue([['starter', 'plan', monthly, yearly]]))[0]?.yearlyDiscountPercent;

  test.each([
    [2_400, 24_000, 16],
    [2_400, 28_800, 0],
    [2_400, 28_799, 0],
    [2_400, 28_512, 1],
    [2_400, 28_513, 0],
    [2_400, 30_000, 0],
    [2_400, 0, 100],
    [1, 1, 91],
    [0, 0, 0],
    [0, 100, 0],
    [1_000, 3_600, 70],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 91],
  ])('is, for %i a month and %i a year, %i per cent', (monthly, yearly, percent) => {
    expect(discountOf(monthly, yearly)).toBe(percent);
  });

  test('rounds the discount down to a whole per cent', () => {
    const amount = fc.nat(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(amount, amount, (monthly, yearly) => {
        const percent = BigInt(discountOf(monthly, yearly) ?? -1);
        const twelve = 12n * BigInt(monthly);
        const saved = twelve - BigInt(yearly);
        if (saved <= 0n) expect(percent).toBe(0n);
        else {
          expect(percent * twelve).toBeLessThanOrEqual(saved * 100n);
          expect((percent + 1n) * twelve).toBeGreaterThan(saved * 100n);
        }
      }),
    );
  });
});

const { executions, activeWorkflows } = quotaBounds;
const anyExtras = fc.record({
  thousands: fc.nat({ max: (executions.max - executions.min) / executions.step }),
  workflows: fc.nat({ max: activeWorkflows.max - activeWorkflows.min }),
});
const anyPeriod = fc.constantFrom(...billingPeriods);
const amount = fc.nat({ max: 10 ** 9 });
/** A custom plan with any prices in any currency. */
const anyCustom = fc
  .tuple(fc.array(amount, { minLength: 6, maxLength: 6 }), fc.constantFrom('USD', 'JPY', 'EUR'))
  .map(([[a = 0, b = 0, c = 0, d = 0, e = 0, f = 0], currency]) =>
    catalogue(
      [
        ['custom', 'plan', a, b],
        ['custom', 'executions', c, d],
        ['custom', 'workflows', e, f],
      ],
      currency,
    ),
  );

describe('the price of a choice', () => {
  test.each<[PlanChoice, number]>([
    [{ planId: 'starter', period: 'monthly', quota: null }, 2_400],
    [{ planId: 'starter', period: 'yearly', quota: null }, 24_000],
    [{ planId: 'custom', period: 'monthly', quota: { executions: 10_000, activeWorkflows: 20 } }, 12_000],
    [{ planId: 'custom', period: 'monthly', quota: { executions: 11_000, activeWorkflows: 20 } }, 12_200],
    [{ planId: 'custom', period: 'monthly', quota: { executions: 10_000, activeWorkflows: 21 } }, 12_100],
    [{ planId: 'custom', period: 'monthly', quota: { executions: 250_000, activeWorkflows: 500 } }, 108_000],
    [{ planId: 'custom', period: 'yearly', quota: { executions: 250_000, activeWorkflows: 500 } }, 1_080_000],
  ])('%j costs %i cents', (choice, cents) => {
    expect(priceOf(choice, offersOf(prices))).toEqual({ amount: cents, currency: 'USD' });
  });

  test('a custom quota costs the base, each thousand and each workflow, to the cent', () => {
    fc.assert(
      fc.property(anyCustom, anyExtras, anyPeriod, (custom, extras, period) => {
        const choice: PlanChoice = { planId: 'custom', period, quota: quotaOf(extras) };
        const unit = (kind: CataloguePrice['kind']) =>
          BigInt(
            custom.find((price) => price.kind === kind && price.period === period)?.unitPrice.amount ?? -1,
          );
        const exact =
          unit('plan') +
          unit('executions') * BigInt(extras.thousands) +
          unit('workflows') * BigInt(extras.workflows);
        const price = priceOf(choice, offersOf(custom));
        expect(BigInt(price.amount)).toBe(exact);
        expect(price.currency).toBe(custom[0]?.unitPrice.currency);

        const billed = itemsOf(choice, custom).map(({ priceId, quantity }) => {
          const of = custom.find((one) => one.priceId === priceId);
          return BigInt(of?.unitPrice.amount ?? -1) * BigInt(quantity);
        });
        expect(billed.reduce((sum, one) => sum + one, 0n)).toBe(exact);
      }),
      { numRuns: 500 },
    );
  });

  test('more never costs less', () => {
    fc.assert(
      fc.property(anyCustom, anyExtras, anyExtras, anyPeriod, (custom, a, b, period) => {
        const cost = (extras: typeof a) =>
          priceOf({ planId: 'custom', period, quota: quotaOf(extras) }, offersOf(custom)).amount;
        const least = {
          thousands: Math.min(a.thousands, b.thousands),
          workflows: Math.min(a.workflows, b.workflows),
        };
        expect(cost(least)).toBeLessThanOrEqual(Math.min(cost(a), cost(b)));
      }),
    );
  });

  test('every quota costs the sum of its steps', () => {
    const offers = offersOf(prices);
    const cost = (thousands: number, workflows: number) =>
      priceOf({ planId: 'custom', period: 'monthly', quota: quotaOf({ thousands, workflows }) }, offers)
        .amount;
    for (let thousands = 0; thousands <= 240; thousands += 1) {
      for (let workflows = 0; workflows <= 480; workflows += 1) {
        const expected = 12_000 + thousands * 200 + workflows * 100;
        // An `expect` for each of 115,000 would take seconds.
        if (cost(thousands, workflows) !== expected) expect([thousands, workflows]).toBe(expected);
      }
    }
    expect(cost(240, 480)).toBe(108_000);
  });

  test('a choice that is not offered has no price, and cannot be bought', () => {
    const unknown = new AppError('plan_unknown');
    const starter: PlanChoice = { planId: 'starter', period: 'yearly', quota: null };
    const custom: PlanChoice = {
      planId: 'custom',
      period: 'yearly',
      quota: quotaOf({ thousands: 1, workflows: 1 }),
    };
    expect(() => priceOf(starter, [])).toThrow(unknown);
    expect(() =>
      itemsOf(
        starter,
        prices.filter(({ period }) => period === 'monthly'),
      ),
    ).toThrow(unknown);
    expect(() => itemsOf({ ...custom, quota: null }, prices)).toThrow(unknown);
    for (const kind of ['plan', 'executions', 'workflows']) {
      expect(() =>
        itemsOf(
          custom,
          prices.filter((price) => price.kind !== kind),
        ),
      ).toThrow(unknown);
    }
  });
});

describe('the billed plan', () => {
  const anyChoice = fc.oneof(
    fc.record({
      planId: fc.constantFrom('starter', 'pro-1', 'pro-2'),
      period: anyPeriod,
      quota: fc.constant(null),
    }),
    fc.record({ planId: fc.constant('custom'), period: anyPeriod, quota: anyExtras.map(quotaOf) }),
  ) as fc.Arbitrary<PlanChoice>;
  const checkoutItems = (choice: PlanChoice) =>
    itemsOf(choice, prices).map(({ priceId, quantity }) => ({
      price: prices.find((price) => price.priceId === priceId) ?? null,
      quantity,
    }));

  test('matches the choice, in any order of its checkoutItems', () => {
    fc.assert(
      fc.property(anyChoice, fc.boolean(), (choice, isReversed) => {
        const items = checkoutItems(choice);
        expect(items.every(({ quantity }) => quantity >= 1)).toBe(true);
        expect(choiceOf(isReversed ? items.toReversed() : items)).toEqual(choice);
      }),
    );
  });

  test('accepts a plan of every billable id', () => {
    for (const planId of billedPlanIds) {
      const choice = choiceOf([{ price: { planId, kind: 'plan', period: 'yearly' }, quantity: 1 }]);
      expect(choice).toMatchObject({ planId, period: 'yearly' });
      expect(choice?.quota === null).toBe(planId !== 'custom');
    }
  });

  const plan = { planId: 'custom', kind: 'plan', period: 'monthly' } as const;
  const extra = { ...plan, kind: 'executions' } as const;
  test.each<[string, Parameters<typeof choiceOf>[0]]>([
    ['nothing', []],
    ['something that is not ours', [{ price: null, quantity: 1 }]],
    [
      'an unknown item beside it',
      [
        { price: plan, quantity: 1 },
        { price: null, quantity: 1 },
      ],
    ],
    ['extras without a plan', [{ price: extra, quantity: 1 }]],
    ['a plan twice over', [{ price: plan, quantity: 2 }]],
    [
      'two plans',
      [
        { price: plan, quantity: 1 },
        { price: { ...plan, planId: 'pro-1' }, quantity: 1 },
      ],
    ],
    [
      'one plan in two items',
      [
        { price: plan, quantity: 1 },
        { price: plan, quantity: 1 },
      ],
    ],
    [
      'extras of another plan',
      [
        { price: plan, quantity: 1 },
        { price: { ...extra, planId: 'pro-1' }, quantity: 1 },
      ],
    ],
    [
      'extras of another period',
      [
        { price: plan, quantity: 1 },
        { price: { ...extra, period: 'yearly' }, quantity: 1 },
      ],
    ],
    [
      'extras of a plan without extras',
      [
        { price: { ...plan, planId: 'pro-1' }, quantity: 1 },
        { price: { ...extra, planId: 'pro-1' }, quantity: 1 },
      ],
    ],
  ])('returns no choice for %s', (_, items) => {
    expect(choiceOf(items)).toBeNull();
  });
});
