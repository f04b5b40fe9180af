import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargedUnits, quotaBounds, quotaOf, quotaSchema } from '#app/domain/billing/quota.ts';

const { executions, activeWorkflows } = quotaBounds;

/** @returns a field's first issue; null when it is accepted. */
function refusalOf(field: keyof typeof quotaBounds, value: unknown): string | null {
  const typed = { executions: executions.min, activeWorkflows: activeWorkflows.min, [field]: value };
  const issue = quotaSchema.safeParse(typed).error?.issues[0];
  if (issue) expect(issue.path).toEqual([field]);
  return issue?.message ?? null;
}

const number = 'fieldErrors.quota_number';
const [small, large, step] = [
  'fieldErrors.quota_too_small',
  'fieldErrors.quota_too_large',
  'fieldErrors.quota_step',
];

test.each<[unknown, string | null | undefined]>([
  ['10000', null],
  [' 250000 ', null],
  [11_000, null],
  ['00011000', null],
  ['', number],
  ['   ', number],
  [undefined, number],
  [null, number],
  ['ten thousand', number],
  ['10 000', number],
  ['10,000', number],
  ['1e4', number],
  ['0x2710', number],
  ['+11000', number],
  ['-11000', number],
  ['11000.0', number],
  ['10000.5', number],
  ['١٠٠٠٠', number],
  [10_000.5, number],
  [Number.NaN, number],
  [Number.POSITIVE_INFINITY, number],
  [true, number],
  [['11000'], number],
  [{}, number],
  ['0', small],
  [0, small],
  [-11_000, small],
  ['9000', small],
  ['9999', small],
  ['250001', large],
  ['251000', large],
  [1_000_000_000, large],
  [1e20, large],
  // Any number of digits above the maximum opens the sales dialog.
  ['9999999999', large],
  ['1'.repeat(400), large],
  ['10001', step],
  ['249999', step],
])('%j executions are accepted, or refused with their error', (value, expected) => {
  expect(refusalOf('executions', value)).toBe(expected);
});

test.each<[unknown, string | null | undefined]>([
  ['20', null],
  ['21', null],
  [500, null],
  ['20.5', number],
  [20.5, number],
  ['twenty', number],
  ['19', small],
  ['501', large],
  ['5000000000000', large],
])('%j active workflows are accepted, or refused with their error', (value, expected) => {
  expect(refusalOf('activeWorkflows', value)).toBe(expected);
});

test('names each invalid field', () => {
  const issues = quotaSchema.safeParse({ executions: 'many', activeWorkflows: '501' }).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['executions', number],
    ['activeWorkflows', large],
  ]);
});

/** As whole units above the minimum. */
const anyExtras = fc.record({
  thousands: fc.nat({ max: (executions.max - executions.min) / executions.step }),
  workflows: fc.nat({ max: activeWorkflows.max - activeWorkflows.min }),
});

test('accepts every quota within the limits, typed or selected, as whole units above the minimum', () => {
  fc.assert(
    fc.property(anyExtras, (extras) => {
      const quota = quotaOf(extras);
      expect(quotaSchema.parse(quota)).toEqual(quota);
      const typed = {
        executions: String(quota.executions),
        activeWorkflows: String(quota.activeWorkflows),
      };
      expect(quotaSchema.parse(typed)).toEqual(quota);
      expect(chargedUnits(quota)).toEqual(extras);
    }),
    {
      examples: [[{ thousands: 0, workflows: 0 }], [{ thousands: 240, workflows: 480 }]],
    },
  );
});

test('every accepted quota is within the limits and on their steps', () => {
  const anything = fc.oneof(fc.integer(), fc.double(), fc.integer().map(String), fc.string(), fc.anything());
  const near = fc
    .integer({ min: -2, max: 2 })
    .chain((off) =>
      fc.constantFrom(executions.min + off, executions.max + off, String(activeWorkflows.max + off)),
    );
  const value = fc.oneof(
    anything,
    near,
    fc.integer({ min: 10, max: 250 }).map((thousands) => thousands * 1_000),
  );
  let taken = 0;
  fc.assert(
    fc.property(value, value, (first, second) => {
      const { data } = quotaSchema.safeParse({ executions: first, activeWorkflows: second });
      for (const name of ['executions', 'activeWorkflows'] as const) {
        const parsed = quotaSchema.shape[name].safeParse(name === 'executions' ? first : second).data;
        if (parsed === undefined) continue;
        taken += 1;
        const { min, max, step: by } = quotaBounds[name];
        expect(parsed).toBeGreaterThanOrEqual(min);
        expect(parsed).toBeLessThanOrEqual(max);
        expect((parsed - min) % by).toBe(0);
      }
      if (data) expect(chargedUnits(data)).toEqual(chargedUnits(quotaOf(chargedUnits(data))));
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(50);
});
