import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ExecutionRow,
  isWholeMonth,
  passesFilter,
  queryOfFilter,
  readExecutionFilter,
} from '#app/domain/usage/executions.ts';
import { exportExecutions } from '#app/use-cases/workspace/export-executions.ts';

const row = (id: number, changes: Partial<ExecutionRow> = {}): ExecutionRow => ({
  id,
  at: Date.UTC(2026, 10, 21, 8),
  workflowId: 'a',
  workflowName: 'A',
  trigger: 'webhook',
  reason: null,
  ...changes,
});

test('a filter is the same after it was written into an address and read', () => {
  const filter = fc.record({
    month: fc.constantFrom('2026-12', '2027-01'),
    day: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
    workflowId: fc.option(fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme-ascii' }), {
      nil: undefined,
    }),
    isCounted: fc.option(fc.boolean(), { nil: undefined }),
    cursor: fc.option(fc.integer({ min: 1 }).map(String), { nil: undefined }),
  });
  fc.assert(
    fc.property(filter, (given) => {
      expect(readExecutionFilter(new URLSearchParams(queryOfFilter(given)), '2000-01')).toEqual(given);
    }),
  );
});

test('ignores invalid filter values', () => {
  const query = 'month=2026-13&day=31&workflow=&counted=maybe&cursor=-1';
  const filter = readExecutionFilter(new URLSearchParams(query), '2026-11');
  expect(filter).toEqual({ month: '2026-11' });
  expect(isWholeMonth(filter)).toBe(true);
});

test.each([
  ['1204', '1204'],
  ['999999999999999', '999999999999999'],
  // The workspace would refuse it, and the screen would say that the workspace does not respond.
  ['9999999999999999', undefined],
])('the cursor %s is read as %s', (text, cursor) => {
  expect(readExecutionFilter(new URLSearchParams({ cursor: text }), '2026-11').cursor).toBe(cursor);
});

test.each([
  [{ day: 21 }, [1, 2]],
  [{ day: 22 }, [3]],
  [{ workflowId: 'b' }, [3]],
  [{ isCounted: true }, [1, 3]],
  [{ isCounted: false, day: 21 }, [2]],
])('kept rows are filtered by %j', (filter, ids) => {
  const rows = [
    row(1),
    row(2, { reason: 'manual' }),
    row(3, { at: Date.UTC(2026, 10, 22), workflowId: 'b' }),
  ];
  const passed = rows.filter((one) => passesFilter(one, { month: '2026-11', ...filter }));
  expect(passed.map(({ id }) => id)).toEqual(ids);
});

test('the CSV has every page, and requests the next only when it is read', async () => {
  const asked: Array<string | undefined> = [];
  const pages = [
    { rows: [row(4), row(3, { reason: 'cancelled' })], next: '3' },
    { rows: [row(1, { workflowName: 'Löhne; "neu"' })], next: null },
  ];
  const object = {
    executions: async ({ filter }: { filter: { cursor?: string | undefined } }) => {
      asked.push(filter.cursor);
      return { ok: true as const, value: pages[asked.length - 1] ?? { rows: [], next: null } };
    },
  };
  const recorded: unknown[] = [];
  const services = {
    workspaceObject: () => object,
    clock: { now: () => 0 },
    auditTrail: { record: async (_by: unknown, acts: readonly unknown[]) => void recorded.push(...acts) },
  } as unknown as Parameters<typeof exportExecutions>[0];
  const actor = {
    viewer: { workspace: { id: 'wks_1' }, account: { id: 'acc_1' } },
    client: {},
  } as Parameters<typeof exportExecutions>[1];
  const stream = await exportExecutions(services, actor, { month: '2026-11' });
  const text = await new Response(stream).text();
  expect(asked).toEqual([undefined, '3']);
  expect(recorded).toEqual([{ kind: 'executions_downloaded', subject: '2026-11' }]);
  expect(text.split('\r\n')).toEqual([
    'id,at,workflow id,workflow,trigger,counted,reason',
    '4,2026-11-21T08:00:00.000Z,a,A,webhook,yes,',
    '3,2026-11-21T08:00:00.000Z,a,A,webhook,no,cancelled',
    '1,2026-11-21T08:00:00.000Z,a,"Löhne; ""neu""",webhook,yes,',
    '',
  ]);
});
