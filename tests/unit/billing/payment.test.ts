import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardBrandOf, cardBrands, expiringCards } from '#app/domain/billing/payment.ts';

test.each([
  // Paddle's names: https://developer.paddle.com/api-reference/transactions/overview
  ['visa', 'visa'],
  ['mastercard', 'mastercard'],
  ['american_express', 'amex'],
  ['discover', 'discover'],
  ['maestro', 'maestro'],
  ['diners_club', 'generic'],
  ['jcb', 'generic'],
  ['mada', 'generic'],
  ['union_pay', 'generic'],
  ['unknown', 'generic'],
  ['paypal', 'paypal'],
  ['amex', 'amex'],
  ['American Express', 'amex'],
  ['VISA', 'visa'],
  ['Master-Card', 'mastercard'],
  ['visa_electron', 'generic'],
  ['constructor', 'generic'],
  ['', 'generic'],
])('a card of “%s” is of the type %s', (type, brand) => {
  expect(cardBrandOf(type)).toBe(brand);
});

test('the brands are those of spec §3, and any other maps to one of them', () => {
  expect([...cardBrands].sort()).toEqual([
    'amex',
    'discover',
    'generic',
    'maestro',
    'mastercard',
    'paypal',
    'visa',
  ]);
  fc.assert(
    fc.property(fc.string(), (type) => {
      expect(cardBrands).toContain(cardBrandOf(type));
    }),
  );
});

const at = (text: string) => Date.parse(text);

test.each<[now: string, expiry: string, lastDay: string]>([
  ['2026-01-01T00:00:00.000Z', '02/2026', '2026-02-28'],
  ['2028-01-03T23:59:59.999Z', '02/2028', '2028-02-29'],
  ['2100-01-02T12:00:00.000Z', '02/2100', '2100-02-28'],
  ['2400-01-02T12:00:00.000Z', '02/2400', '2400-02-29'],
  ['2026-02-01T00:00:00.000Z', '03/2026', '2026-03-31'],
  ['2026-03-01T00:00:00.000Z', '04/2026', '2026-04-30'],
  ['2026-11-03T23:59:59.999Z', '12/2026', '2026-12-31'],
  ['2026-12-01T00:00:00.000Z', '01/2027', '2027-01-31'],
  ['2026-12-03T23:59:59.999Z', '01/2027', '2027-01-31'],
])('at %s the warning is about the cards of %s, which expire on %s', (now, expiry, lastDay) => {
  expect(expiringCards(at(now))).toEqual({ expiry, lastDay: at(`${lastDay}T00:00:00Z`) });
});

test.each([
  '2026-01-04T00:00:00.000Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-28T23:59:59.999Z',
  '2028-02-29T12:00:00.000Z',
  '2026-12-31T23:59:59.999Z',
])('at %s no card has a warning', (now) => {
  expect(expiringCards(at(now))).toBeNull();
});

const DAY_MS = 86_400_000;

test('over any two years each month has three warning days, all before it begins', () => {
  fc.assert(
    fc.property(fc.integer({ min: at('2020-01-01'), max: at('2120-01-01') }), (start) => {
      const days = new Map<string, number>();
      for (let day = 0; day < 2 * 366; day += 1) {
        const now = start + day * DAY_MS;
        const cards = expiringCards(now);
        if (!cards) continue;
        days.set(cards.expiry, (days.get(cards.expiry) ?? 0) + 1);
        const lastDay = new Date(cards.lastDay);
        const [month, year] = cards.expiry.split('/').map(Number);
        expect([lastDay.getUTCMonth() + 1, lastDay.getUTCFullYear()]).toEqual([month, year]);
        // The last day of the month: the next day belongs to another month.
        expect(new Date(cards.lastDay + DAY_MS).getUTCDate()).toBe(1);
        expect(cards.lastDay - now).toBeGreaterThan(50 * DAY_MS);
      }
      // The range may start or end within the days of the first and the last month.
      const counts = [...days.values()].slice(1, -1);
      expect(counts.length).toBeGreaterThanOrEqual(22);
      expect(new Set(counts)).toEqual(new Set([3]));
    }),
    { numRuns: 50 },
  );
});
