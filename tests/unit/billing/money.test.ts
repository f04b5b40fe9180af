import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, decimalOf, money, times } from '#app/domain/billing/money.ts';

const most = Number.MAX_SAFE_INTEGER;
const anyAmount = fc.integer({ min: -most, max: most });
const withoutMinorUnits = ['JPY', 'KRW', 'VND', 'CLP'];
const withMinorUnits = ['USD', 'EUR', 'GBP', 'HUF', 'TWD', 'COP'];
const anyCurrency = fc.constantFrom(...withoutMinorUnits, ...withMinorUnits);

test.each([0.5, 24.01, Number.NaN, Number.POSITIVE_INFINITY, most + 1, -most - 1, 1e21])(
  'refuses %d as an amount',
  (amount) => {
    expect(() => money(amount, 'USD')).toThrow(RangeError);
  },
);

test.each([
  [0, 'USD', '0.00'],
  [1, 'USD', '0.01'],
  [-1, 'USD', '-0.01'],
  [10, 'USD', '0.10'],
  [99, 'EUR', '0.99'],
  [100, 'EUR', '1.00'],
  [-2_400, 'USD', '-24.00'],
  [most, 'USD', '90071992547409.91'],
  [-most, 'USD', '-90071992547409.91'],
  [0, 'JPY', '0'],
  [1, 'JPY', '1'],
  [-1, 'KRW', '-1'],
  [2_400, 'JPY', '2400'],
  [990, 'CLP', '990'],
  [5, 'VND', '5'],
  [most, 'JPY', '9007199254740991'],
  // An amount with minor units is never inferred from its size: 24 forints are 2400 fillér.
  [2_400, 'HUF', '24.00'],
])('%i of %s reads %s', (amount, currency, text) => {
  expect(decimalOf(money(amount, currency))).toBe(text);
});

test('reads a written amount back exactly, to the cent', () => {
  fc.assert(
    fc.property(anyAmount, anyCurrency, (amount, currency) => {
      const text = decimalOf(money(amount, currency));
      const hasMinorUnits = withMinorUnits.includes(currency);
      expect(text).toMatch(hasMinorUnits ? /^-?\d+\.\d\d$/ : /^-?\d+$/);
      expect(Number(text.replace('.', ''))).toBe(amount);
    }),
  );
});

test('a sum is exact, or refused if a number cannot represent it', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, (a, b) => {
      const exact = BigInt(a) + BigInt(b);
      const sum = () => add(money(a, 'USD'), money(b, 'USD')).amount;
      if (Number.isSafeInteger(a + b)) expect(BigInt(sum())).toBe(exact);
      else expect(sum).toThrow(RangeError);
    }),
    {
      examples: [
        [most, 1],
        [most, 0],
        [-most, most],
        [-most, -1],
      ],
    },
  );
});

test('a product is exact, or refused if a number cannot represent it', () => {
  fc.assert(
    fc.property(anyAmount, fc.nat(), (a, count) => {
      const exact = BigInt(a) * BigInt(count);
      const product = () => times(money(a, 'USD'), count).amount;
      if (Number.isSafeInteger(Number(exact))) expect(BigInt(product())).toBe(exact);
      else expect(product).toThrow(RangeError);
    }),
    {
      examples: [
        [most, 1],
        [most, 2],
        [most, 0],
        [94_906_266, 94_906_266],
      ],
    },
  );
});

test('a multiple equals the repeated sum', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat({ max: 500 }), (amount, count) => {
      const one = money(amount, 'JPY');
      const sum = Array.from({ length: count }).reduce<typeof one>((all) => add(all, one), money(0, 'JPY'));
      expect(times(one, count).amount + 0).toBe(sum.amount);
    }),
  );
});

test.each([0.5, 1 / 3, Number.NaN, Number.POSITIVE_INFINITY])('refuses to buy %d times', (count) => {
  expect(() => times(money(100, 'USD'), count)).toThrow(RangeError);
});

test('refuses to add two currencies', () => {
  expect(() => add(money(1, 'USD'), money(1, 'EUR'))).toThrow('USD and EUR do not add up');
});
