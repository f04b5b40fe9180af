import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executionReads } from '#app/integrations/workspace-process/execution-reads.ts';
import { answerRows, answerSums } from '#engine/hook/execution-query.ts';
import { type HookState, openState } from '#engine/hook/state.ts';
import { facts } from '../instance/facts.ts';

const month = '2026-11';
const at = Date.UTC(2026, 10, 20);

let folder: string;
let state: HookState;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-reads-'));
  state = openState(join(folder, 'weft.sqlite'));
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The portal's reads of the hook's own answers. */
const reads = executionReads(async (_facts, purpose, query) => {
  const answer = purpose === 'executions' ? answerRows : answerSums;
  return Response.json({ data: answer(state.executions, query) });
});

test('the portal refuses an execution at a time beyond the range of dates', async () => {
  const row = { id: 1, workflowId: 'a', workflowName: 'A', trigger: 'webhook', reason: null };
  const answer = (at: number) =>
    executionReads(async () => Response.json({ data: { rows: [{ ...row, at }], next: null } }));
  const read = (at: number) => answer(at).executions(facts(), { month, limit: 1 });
  await expect(read(8_640_000_000_000_000)).resolves.toMatchObject({ next: null });
  await expect(read(8_640_000_000_000_001)).rejects.toThrow('"at"');
  await expect(read(-8_640_000_000_000_001)).rejects.toThrow('"at"');
});

test('the portal reads the executions of a workflow with any id and name', async () => {
  const [workflowId, workflowName] = ['i'.repeat(10_000), 'n'.repeat(10_000)];
  const { executions } = state;
  executions.note({ at, trigger: 'sub_workflow', workflowId, workflowName }, 'sub_workflow');
  for (let times = 0; times < 2; times += 1)
    executions.count({ at, trigger: 'webhook', workflowId, workflowName }, null);
  const { workflows } = await reads.monthSums(facts(), month);
  expect(workflows).toMatchObject([{ id: 'i'.repeat(64), name: 'n'.repeat(128) }]);
  const [{ id = '' } = {}] = workflows;
  const { rows } = await reads.executions(facts(), { month, workflowId: id, limit: 10 });
  expect(rows.map(({ trigger }) => trigger)).toEqual(['webhook', 'webhook', 'sub_workflow']);
  // After a restart, an execution that was cancelled is known by its workflow alone.
  expect(executions.newestCounted(workflowId, at)).toBe(rows[0]?.id);
});

test('the portal reads the executions of an inline sub-workflow whose JSON has numbers for names', async () => {
  const workflow = { workflowId: 7, workflowName: 8 } as unknown as Record<
    'workflowId' | 'workflowName',
    string
  >;
  state.executions.note({ at, trigger: 'sub_workflow', ...workflow }, 'sub_workflow');
  const { rows } = await reads.executions(facts(), { month, limit: 10 });
  expect(rows).toMatchObject([{ workflowId: '7', workflowName: '8' }]);
});
