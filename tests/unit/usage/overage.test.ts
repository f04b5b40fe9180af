import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OverageMonth } from '#app/domain/instance/overage-state.ts';
import { countOverage, countUntilChange, withOverageChange } from '#app/domain/usage/overage.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const month = (changes: Partial<OverageMonth> = {}): OverageMonth => ({
  month: '2027-01',
  part: 1,
  limit: 1_000,
  counted: 0,
  executions: 0,
  changes: [],
  terms: { maxExecutions: 5_000, unitPrice: usd(800) },
  ...changes,
});
const read = (from: OverageMonth, ...counters: number[]) =>
  counters.reduce((overage, counter) => countOverage(overage, counter), from);

let changes = 0;
/** Changes the plan or terms at the counter `executions`. */
function changeMonth(
  from: OverageMonth,
  executions: number,
  to: Partial<Pick<OverageMonth, 'limit' | 'terms'>>,
) {
  changes += 1;
  const { limit, terms } = { ...from, ...to };
  return countUntilChange(withOverageChange(from, { since: changes, limit, terms }), {
    since: changes,
    executions,
  });
}
const withLimit = (from: OverageMonth, limit: number, executions = from.counted ?? 0) =>
  changeMonth(from, executions, { limit });
const withTerms = (from: OverageMonth, terms: OverageMonth['terms']) =>
  changeMonth(from, from.counted ?? 0, { terms });

test('for any readings, the charged amount is the last counter minus the plan, within the cap', () => {
  const counters = fc.array(fc.nat(6_000), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(counters, (readings) => {
      const last = readings.at(-1) ?? 0;
      expect(read(month(), ...readings).executions).toBe(Math.max(0, last - 1_000));
    }),
  );
});

test('charges nothing beyond the cap', () => {
  expect(read(month(), 6_000, 9_000).executions).toBe(5_000);
});

test('does not charge executions within the plan, or a larger one, after a downgrade', () => {
  const large = month({ limit: 50_000 });
  const small = withLimit(read(large, 30_000), 10_000, 31_000);
  // Executions between the last reading and the downgrade belong to the larger plan.
  expect(read(small, 31_000)).toMatchObject({ executions: 0, counted: 31_000 });
  expect(read(small, 31_000, 31_400).executions).toBe(400);
});

test('an upgrade subtracts nothing, and counts from then on', () => {
  const paid = withLimit(read(month(), 1_600), 2_000);
  expect(read(paid, 1_900).executions).toBe(600);
  expect(read(paid, 2_100).executions).toBe(700);
});

test('an upgrade and its undoing change nothing', () => {
  const paid = read(month(), 1_600);
  const back = withLimit(withLimit(paid, 2_000), 1_000);
  expect(read(back, 1_600, 1_700).executions).toBe(700);
});

test('subtracts cancelled executions', () => {
  expect(read(month(), 1_600, 1_450).executions).toBe(450);
});

test('a lowered cap does not reduce earlier agreed charges', () => {
  const lowered = withTerms(read(month(), 4_000), { maxExecutions: 1_000, unitPrice: usd(800) });
  expect(read(lowered, 4_200).executions).toBe(3_000);
});

test('charges the lower of two prices within a month', () => {
  const paid = read(month(), 1_600);
  const of = (amount: number) => withTerms(paid, { maxExecutions: 5_000, unitPrice: usd(amount) }).terms;
  expect(of(400).unitPrice).toEqual(usd(400));
  expect(of(900).unitPrice).toEqual(usd(800));
  // Before the first paid execution, a new price simply applies.
  expect(withTerms(month(), { maxExecutions: 1, unitPrice: usd(900) }).terms.unitPrice).toEqual(usd(900));
});
