import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import {
  boundWorkflows,
  largestMover,
  sumCountedByDay,
  usageByWorkflow,
} from '#app/domain/usage/by-workflow.ts';
import type { MonthSums, WorkflowSums } from '#app/domain/usage/executions.ts';

const NOW = Date.UTC(2026, 10, 10) + DAY_MS / 2;

function workflow(id: string, counted: readonly number[], notCounted: readonly number[] = []): WorkflowSums {
  const whole = (counts: readonly number[]) => Array.from({ length: 30 }, (_, day) => counts[day] ?? 0);
  return { id, name: `Name of ${id}`, counted: whole(counted), notCounted: whole(notCounted) };
}

function sums(month: string, workflows: WorkflowSums[]): MonthSums {
  const executions = workflows.flatMap(({ counted }) => counted).reduce((sum, count) => sum + count, 0);
  return { month, executions, workflows };
}

test('divides the month by workflow, the largest part first', () => {
  const { workflows, comparison } = usageByWorkflow(
    sums('2026-11', [workflow('small', [10]), workflow('large', [20, 10], [5]), workflow('manual', [], [3])]),
    null,
    NOW,
  );
  expect(workflows).toEqual([
    { id: 'large', name: 'Name of large', counted: 30, notCounted: 5, share: 0.75, change: null },
    { id: 'small', name: 'Name of small', counted: 10, notCounted: 0, share: 0.25, change: null },
    { id: 'manual', name: 'Name of manual', counted: 0, notCounted: 3, share: 0, change: null },
  ]);
  expect(comparison).toBeNull();
});

test('compares with the same whole days of the month before, workflows that stopped included', () => {
  const before = sums('2026-10', [
    workflow('kept', [1, 1, 1, 1, 1, 1, 1, 1, 2, 50, 50]),
    workflow('stopped', [30]),
    workflow(
      'late',
      Array.from({ length: 20 }, (_, day) => (day > 15 ? 9 : 0)),
    ),
  ]);
  const { workflows, comparison } = usageByWorkflow(
    // The 10th is not over: it counts in neither month.
    sums('2026-11', [workflow('kept', [5, 5, 0, 0, 0, 0, 0, 0, 0, 7]), workflow('new', [25])]),
    before,
    NOW,
  );
  expect(comparison).toBe('month');
  expect(workflows.map(({ id, change }) => [id, change])).toEqual([
    ['new', 25],
    ['kept', 0],
    ['stopped', -30],
  ]);
  expect(largestMover(workflows)?.id).toBe('stopped');
});

test('without a previous month, compares the last seven days with the seven before them, once there are enough', () => {
  const current = sums('2026-11', [workflow('a', [100, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1])]);
  const on = (day: number) => usageByWorkflow(current, sums('2026-10', []), Date.UTC(2026, 10, day, 12));
  expect(on(13)).toMatchObject({ comparison: null, workflows: [{ change: null }] });
  expect(on(14)).toMatchObject({ comparison: null, workflows: [{ change: null }] });
  // The 15th is not over: compares days 8 to 14 with 1 to 7.
  expect(on(15)).toMatchObject({ comparison: 'week', workflows: [{ change: 8 - 112 }] });
});

test('no workflow changed a month without changes', () => {
  const same = [workflow('a', [3])];
  const { workflows } = usageByWorkflow(sums('2026-11', same), sums('2026-10', same), NOW);
  expect(largestMover(workflows)).toBeNull();
});

test('limiting the workflows keeps every day’s sum', () => {
  const counts = fc.array(fc.nat(50), { minLength: 30, maxLength: 30 });
  const workflows = fc.uniqueArray(
    fc.record({ id: fc.string({ maxLength: 4 }), name: fc.string(), counted: counts, notCounted: counts }),
    { selector: ({ id }) => id, maxLength: 30 },
  );
  fc.assert(
    fc.property(workflows, fc.integer({ min: 1, max: 12 }), (all, max) => {
      const month = sums('2026-11', all);
      const bound = boundWorkflows(month, max);
      expect(bound.workflows.length).toBeLessThanOrEqual(Math.max(max, 1));
      expect(sumCountedByDay(bound)).toEqual(sumCountedByDay(month));
      const notCounted = ({ workflows: of }: MonthSums) =>
        of.flatMap((one) => one.notCounted).reduce((sum, count) => sum + count, 0);
      expect(notCounted(bound)).toBe(notCounted(month));
      expect(bound.executions).toBe(month.executions);
    }),
  );
});
