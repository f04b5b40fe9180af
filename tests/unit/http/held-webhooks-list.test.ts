import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HeldHour } from '#app/domain/held-webhooks/held-request.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import {
  CHART_HOURS,
  chartColumns,
  largestOf,
  lastHours,
  sumOf,
} from '#app/routes/manage-webhooks/chart-columns.ts';
import { listPath, readFilter } from '#app/routes/manage-webhooks/filter.ts';

const read = (query: string) => readFilter(`https://weft.example/manage/webhooks${query}`);

test('reads the path, the state and the cursor of an address', () => {
  expect(read('')).toEqual({ path: null, state: null, cursor: null });
  expect(read('?path=/webhook/orders&state=failed&cursor=120')).toEqual({
    path: '/webhook/orders',
    state: 'failed',
    cursor: '120',
  });
});

test.for([
  ['webhook/orders', '/webhook/orders'],
  ['  /webhook/orders  ', '/webhook/orders'],
  ['//evil.example/webhook', '//evil.example/webhook'],
  ['https://ada.weft.example//', '//'],
  ['https://ada.weft.example/webhook/orders?token=1#x', '/webhook/orders'],
  ['/webhook/zoë', '/webhook/zo%C3%AB'],
  ['/webhook/a?b=c', '/webhook/a'],
] as Array<[string, string]>)('accepts a typed path: %s', ([typed, path]) => {
  expect(read(`?${new URLSearchParams({ path: typed })}`).path).toBe(path);
});

test.for([
  '?state=root',
  '?cursor=%0a',
  `?cursor=${'1'.repeat(257)}`,
  `?path=${'a'.repeat(2_049)}`,
  `?path=${'%C3%AB'.repeat(700)}`,
  '?path=',
])('ignores malformed parameters: %#', (query) => {
  expect(read(query)).toEqual({ path: null, state: null, cursor: null });
});

test('an address written from a filter has the same filter, and stays on this screen', () => {
  const path = fc
    .string({ unit: 'grapheme' })
    .map((text) => read(`?${new URLSearchParams({ path: text })}`).path);
  fc.assert(
    fc.property(
      path,
      fc.constantFrom('waiting', 'failed', null),
      fc.stringMatching(/^[\w.~-]{1,20}$/),
      (...parts) => {
        const [path, state, cursor] = parts;
        const filter = { path, state, cursor };
        const address = listPath(filter);
        expect(address).toMatch(/^\/manage\/webhooks\?/);
        expect(readFilter(`https://weft.example${address}`)).toEqual(filter);
      },
    ),
  );
});

const now = 50 * HOUR_MS + 1_234;
const hour = (ago: number, counts: Partial<HeldHour>): HeldHour => ({
  at: 50 * HOUR_MS - ago * HOUR_MS,
  arrived: 0,
  held: 0,
  refused: 0,
  replayed: 0,
  failed: 0,
  ...counts,
});

test('the chart has the last 24 hours, with zeros for empty hours', () => {
  const hours = lastHours([hour(30, { held: 9 }), hour(2, { held: 3 }), hour(0, { failed: 1 })], now);
  expect(hours).toHaveLength(CHART_HOURS);
  expect(hours[0]?.at).toBe(27 * HOUR_MS);
  expect(hours.at(-1)).toEqual(hour(0, { failed: 1 }));
  expect(hours.at(-3)).toEqual(hour(2, { held: 3 }));
  expect(largestOf(hours)).toBe(3);
  expect(largestOf([])).toBe(1);
  expect(sumOf(hours)).toEqual({ arrived: 0, held: 3, refused: 0, replayed: 0, failed: 1 });
});

test('bars of every count fit above and below the axis, and none is invisible', () => {
  const count = fc.oneof(fc.nat(3), fc.nat(1_000_000));
  const anyHour = fc
    .record({ held: count, refused: count, replayed: count, failed: count })
    .map((counts) => hour(0, { ...counts, arrived: counts.held + counts.refused }));
  fc.assert(
    fc.property(fc.array(anyHour, { minLength: 1, maxLength: 24 }), (hours) => {
      for (const { hour: of, held, notHeld, replayed, failed } of chartColumns(hours)) {
        expect(held + notHeld).toBeLessThanOrEqual(1.000001);
        expect(replayed + failed).toBeLessThanOrEqual(1.000001);
        for (const [bar, counted] of [
          [held, of.held],
          [notHeld, of.refused],
          [replayed, of.replayed],
          [failed, of.failed],
        ] as Array<[number, number]>) {
          if (counted === 0) expect(bar).toBe(0);
          else expect(bar).toBeGreaterThanOrEqual(0.0799);
        }
      }
    }),
  );
});
