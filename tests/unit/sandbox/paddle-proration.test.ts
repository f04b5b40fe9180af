import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Details } from '#sandbox/paddle/billing-types.ts';
import { prices } from '#sandbox/paddle/catalogue.ts';
import { completeCheckout } from '#sandbox/paddle/checkout.ts';
import { createCustomer } from '#sandbox/paddle/customers.ts';
import { prorate, taxOn } from '#sandbox/paddle/money.ts';
import { afterCycle, iso, periodFrom } from '#sandbox/paddle/periods.ts';
import { billingModes, changeLines, type Held } from '#sandbox/paddle/proration.ts';
import { PaddleState } from '#sandbox/paddle/state.ts';
import { previewUpdate, updateSubscription } from '#sandbox/paddle/subscription-update.ts';
import { subscriptionRecord } from '#sandbox/paddle/subscriptions.ts';
import { detailsOf, type Line } from '#sandbox/paddle/totals.ts';
import { createTransaction, itemLines } from '#sandbox/paddle/transactions.ts';
import type { SoldPrice } from '#sandbox/paddle/types.ts';

const start = Date.UTC(2026, 0, 31, 12);
const monthly = { interval: 'month', frequency: 1 } as const;
const period = periodFrom(start, monthly);
const lengthMs = Date.parse(period.ends_at) - start;

const heldOf = (interval: SoldPrice['billing_cycle']['interval']) =>
  fc
    .uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 })
    .chain((indexes) => fc.tuple(fc.constant(indexes), fc.array(fc.nat(), { minLength: 3, maxLength: 3 })))
    .map(([indexes, amounts]): Held[] => {
      const choice = prices.filter(({ billing_cycle }) => billing_cycle.interval === interval);
      return indexes.map((index, position) => {
        const price = choice[index];
        if (!price) throw new Error('six prices of each interval');
        return { price, quantity: 1 + ((amounts[position] ?? 0) % price.quantity.maximum) };
      });
    });

const settle = (lines: readonly Line[], taxPerMille: number, creditBalance = 0): Details =>
  detailsOf(lines, { creditBalance, taxPerMille, newId: (prefix) => prefix });

const immediately = (before: readonly Held[], after: readonly Held[], now: number) =>
  changeLines({ before, after, mode: 'prorated_immediately', period, nextPeriod: period, now }).now;

const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + Number(amount), 0);

describe('amounts', () => {
  test.each([
    [2_400, 1, 2, 1_200],
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [-100, 2, 3, -67],
    [0, 1, 3, 0],
    [-1, 1, 3, 0],
    [120_000_000, 31_535_999_999, 31_536_000_000, 120_000_000],
  ])('%i for %i of %i is %i', (amount, part, whole, expected) => {
    expect(prorate(amount, part, whole)).toBe(expected);
  });

  test('a credit equals its charge, including tax', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(lengthMs), fc.nat(300), (amount, partMs, rate) => {
        expect(prorate(-amount, partMs, lengthMs) + prorate(amount, partMs, lengthMs)).toBe(0);
        expect(taxOn(-amount, rate) + taxOn(amount, rate)).toBe(0);
      }),
    );
  });

  test('the lines of any transaction add up to its totals, whatever the credit', () => {
    fc.assert(
      fc.property(
        heldOf('month'),
        heldOf('month'),
        fc.nat(lengthMs),
        fc.nat(300),
        fc.nat(50_000),
        (before, after, atMs, rate, credit) => {
          const { line_items, totals } = settle(immediately(before, after, start + atMs), rate, credit);
          for (const part of ['subtotal', 'tax', 'total'] as const)
            expect(sum(line_items.map((line) => line.totals[part]))).toBe(Number(totals[part]));
          expect(Number(totals.subtotal) + Number(totals.tax)).toBe(Number(totals.total));
          expect(Number(totals.grand_total) + Number(totals.credit) - Number(totals.credit_to_balance)).toBe(
            Number(totals.total),
          );
          expect(Number(totals.grand_total)).toBeGreaterThanOrEqual(0);
          expect(Number(totals.credit)).toBeLessThanOrEqual(credit);
        },
      ),
    );
  });
});

describe('changes', () => {
  test('changes at one instant cancel out: any path from one set of items to another costs the same', () => {
    fc.assert(
      fc.property(
        fc.array(heldOf('month'), { minLength: 2, maxLength: 6 }),
        fc.nat(lengthMs),
        fc.nat(300),
        (steps, atMs, rate) => {
          const total = (before: readonly Held[], after: readonly Held[]) =>
            Number(settle(immediately(before, after, start + atMs), rate).totals.total);
          const stepwise = steps.slice(1).map((after, index) => total(steps[index] ?? [], after));
          expect(stepwise.reduce((all, one) => all + one, 0)).toBe(
            total(steps.at(0) ?? [], steps.at(-1) ?? []),
          );
        },
      ),
    );
  });

  test('over a period never cost more than half a cent a line off the exact use', () => {
    fc.assert(
      fc.property(
        heldOf('month'),
        fc.array(fc.record({ after: heldOf('month'), atMs: fc.nat(lengthMs) }), { maxLength: 6 }),
        (first, changes) => {
          const full = (held: readonly Held[]) => Number(settle(itemLines(held), 0).totals.total);
          let held = first;
          let sinceMs = 0;
          let charged = full(first);
          let lineCount = 0;
          let exactUse = 0n;
          for (const { after, atMs } of changes.toSorted((a, b) => a.atMs - b.atMs)) {
            const lines = immediately(held, after, start + atMs);
            lineCount += lines.length;
            charged += Number(settle(lines, 0).totals.total);
            exactUse += BigInt(full(held)) * BigInt(atMs - sinceMs);
            held = after;
            sinceMs = atMs;
          }
          exactUse += BigInt(full(held)) * BigInt(lengthMs - sinceMs);
          const off = BigInt(charged) * BigInt(lengthMs) - exactUse;
          expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(BigInt(lineCount) * BigInt(lengthMs));
        },
      ),
    );
  });
});

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

/** A subscribed customer in a country, and a clock that the test moves. */
function buy(held: readonly Held[], countryCode: string) {
  const directory = mkdtempSync(join(tmpdir(), 'weft-paddle-'));
  directories.push(directory);
  const clock = { now: start };
  const state = new PaddleState({ directory, baseUrl: 'http://127.0.0.1:9', now: () => clock.now });
  const customer = createCustomer(state, { email: 'ada@example.com' });
  const { id } = createTransaction(state, {
    buyer: { customer_id: customer.id, address_id: null, business_id: null },
    lines: itemLines(held),
    origin: 'api',
    status: 'draft',
  });
  const outcome = completeCheckout(state, id, {
    cardNumber: '4242424242424242',
    expiry: { month: 12, year: 2040 },
    cvc: '123',
    name: 'Ada',
    countryCode,
  });
  const [record] = state.subscriptions.all();
  if (!outcome.ok || !record) throw new Error('the checkout pays');
  return { state, clock, customerId: customer.id, subscriptionId: record.id };
}

test('over any sequence of changes, payments and remaining credit equal the charges, to the cent', () => {
  const change = fc.record({
    items: fc.oneof(heldOf('month'), heldOf('year')),
    mode: fc.constantFrom(...billingModes),
    waitMs: fc.nat(40 * 24 * 60 * 60 * 1000),
  });
  fc.assert(
    fc.property(
      heldOf('month'),
      fc.constantFrom('DE', 'US', 'CH'),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      (first, country, changes) => {
        const { state, clock, customerId, subscriptionId } = buy(first, country);
        for (const { items, mode, waitMs } of changes) {
          clock.now += waitMs;
          const { subscription } = subscriptionRecord(state, subscriptionId);
          const endsAt = Date.parse(subscription.next_billed_at ?? '');
          // A subscription is locked within half an hour of its renewal.
          if (Math.abs(endsAt - clock.now) <= 30 * 60 * 1000) clock.now = endsAt + 1;
          const restarts = items[0]?.price.billing_cycle.interval !== subscription.billing_cycle.interval;
          const request = {
            items: items.map(({ price, quantity }) => ({ price_id: price.id, quantity })),
            proration_billing_mode: restarts ? ('prorated_immediately' as const) : mode,
          };
          const creditBefore = state.customers.get(customerId)?.creditBalance ?? 0;
          const preview = previewUpdate(state, subscriptionId, request);
          const known = state.transactions.all().length;
          updateSubscription(state, subscriptionId, request);

          const [transaction] = state.transactions.all().slice(known);
          expect(transaction?.details.totals.grand_total).toBe(
            preview.immediate_transaction?.details.totals.grand_total,
          );
          const credit = state.customers.get(customerId)?.creditBalance ?? 0;
          const { result } = preview.update_summary ?? {};
          const signed = Number(result?.amount) * (result?.action === 'credit' ? -1 : 1);
          const paid = Number(transaction?.payments[0]?.amount ?? 0);
          const isNow = request.proration_billing_mode.endsWith('immediately');
          // Payment plus used credit less gained credit equals the summary.
          expect(paid + creditBefore - credit).toBe(isNow ? signed : 0);
          expect(credit).toBeGreaterThanOrEqual(0);
        }
        const all = state.transactions.all().map(({ details }) => Number(details.totals.total));
        const paid = state.transactions
          .all()
          .flatMap(({ payments }) => payments)
          .reduce((total, { amount }) => total + Number(amount), 0);
        const credit = state.customers.get(customerId)?.creditBalance ?? 0;
        expect(paid - credit).toBe(all.reduce((total, one) => total + one, 0));
      },
    ),
    { numRuns: 40 },
  );
});

describe('periods', () => {
  test.each([
    ['2026-01-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z'],
    ['2028-01-30T23:59:59.999Z', '2028-02-29T23:59:59.999Z', '2028-03-30T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', '2027-01-15T00:00:00.000Z', '2027-02-15T00:00:00.000Z'],
  ])('from %s a month ends %s and the next %s', (from, first, second) => {
    const anchor = Date.parse(from);
    const end = afterCycle(anchor, monthly);
    expect(iso(end)).toBe(first);
    expect(iso(afterCycle(end, monthly, anchor))).toBe(second);
  });

  test('a year from 29 February ends on the 28th', () => {
    const leapDay = Date.UTC(2028, 1, 29);
    expect(iso(afterCycle(leapDay, { interval: 'year', frequency: 1 }))).toBe('2029-02-28T00:00:00.000Z');
  });
});
