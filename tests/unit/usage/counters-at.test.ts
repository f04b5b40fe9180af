import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { passesFilter } from '#app/domain/usage/executions.ts';
import { countersAt } from '#durable-objects/workspace/counters-at.ts';
import { answerRows, answerSums } from '#engine/hook/execution-query.ts';
import { type HookState, openState } from '#engine/hook/state.ts';
import { facts } from '../instance/facts.ts';

const month = '2026-10';
const START = Date.UTC(2026, 9, 1);
const FIFTH = START + 4 * DAY_MS;

let folder: string;
let state: HookState;
/** Runs between the reading of the sums and that of the rows. */
let meanwhile: () => void;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-counters-'));
  state = openState(join(folder, 'weft.sqlite'));
  meanwhile = () => {};
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(at: number, count = 1): void {
  for (let runs = 0; runs < count; runs += 1)
    state.executions.count({ at, trigger: 'webhook', workflowId: 'a', workflowName: 'A' }, null);
}

/** The hook's own responses. */
const process: Pick<WorkspaceProcess, 'monthSums' | 'executions'> = {
  async monthSums(_facts, asked) {
    const sums = answerSums(state.executions, new URLSearchParams({ month: asked }));
    meanwhile();
    return sums ?? expect.fail('the month is invalid');
  },
  async executions(_facts, { month: of, day, limit, cursor }) {
    const query = { month: of, day: String(day), counted: 'true', limit: String(limit) };
    const parameters = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
    const page = answerRows(state.executions, parameters) as Awaited<
      ReturnType<WorkspaceProcess['executions']>
    > | null;
    if (!page) return expect.fail('the query is invalid');
    expect(page.rows.every((row) => passesFilter(row, { month: of, day, isCounted: true }))).toBe(true);
    return page;
  },
};
const at = async (since: number) =>
  (await countersAt(process, { facts: facts(), month }, [since]))[0]?.executions;

test('counts what began before an instant, over days and pages', async () => {
  run(START, 3);
  run(FIFTH - 1, 2);
  run(FIFTH + HOUR_MS, 1_200);
  run(FIFTH + 2 * HOUR_MS, 1_300);
  run(FIFTH + DAY_MS, 9);
  expect(await at(START)).toBe(0);
  expect(await at(START + 1)).toBe(3);
  expect(await at(FIFTH)).toBe(5);
  expect(await at(FIFTH + HOUR_MS)).toBe(5);
  expect(await at(FIFTH + HOUR_MS + 1)).toBe(1_205);
  expect(await at(FIFTH + 3 * HOUR_MS)).toBe(2_505);
  expect(await at(FIFTH + 2 * DAY_MS)).toBe(2_514);
});

test('executions that run during the request belong to no earlier instant', async () => {
  run(FIFTH + HOUR_MS, 4);
  meanwhile = () => run(FIFTH + 5 * HOUR_MS, 3);
  expect(await at(FIFTH + 2 * HOUR_MS)).toBe(4);
});

test('leaves out what did not count or was cancelled', async () => {
  run(FIFTH, 2);
  state.executions.note({ at: FIFTH, trigger: 'manual', workflowId: 'a', workflowName: 'A' }, 'manual');
  const begun = state.executions.newestCounted('a', FIFTH);
  if (begun !== null) state.executions.cancel(begun);
  expect(await at(FIFTH + 1)).toBe(1);
});

test('counts the executions that a revert added to the month before every instant', async () => {
  run(FIFTH, 2);
  state.executions.raise({ claim: 1, month, executions: 40 });
  const sums = await process.monthSums(facts(), month);
  expect(sums.executions).toBe(40);
  run(FIFTH + HOUR_MS, 5);
  expect(await at(FIFTH + DAY_MS)).toBe(45);
});

test('gives up on pages that never end', async () => {
  let asked = 0;
  const endless: typeof process = {
    ...process,
    async executions(...request) {
      asked += 1;
      return { ...(await process.executions(...request)), next: '1' };
    },
  };
  await expect(countersAt(endless, { facts: facts(), month }, [FIFTH])).rejects.toThrow(
    'pages of executions',
  );
  expect(asked).toBeLessThanOrEqual(500);
});

test('returns no counters when the process does not answer', async () => {
  const silent = { ...process, executions: () => Promise.reject(new Error('503')) };
  await expect(countersAt(silent, { facts: facts(), month }, [FIFTH])).rejects.toThrow('503');
});
