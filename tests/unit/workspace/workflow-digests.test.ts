import { expect, test } from 'vitest';
import { reportOf, type VersionCheck } from '#app/domain/instance/rehearsal/report.ts';
import { digestWorkflow } from '#durable-objects/workspace/workflow-digests.ts';
import { workflowFile } from '../backup/workflows.ts';
import { reorderKeys } from '../instance/reordered.ts';

const workflow = {
  id: 'a',
  name: 'Orders',
  active: true,
  settings: { timezone: 'UTC', executionOrder: 'v1' },
  nodes: [
    { id: '1', type: 'n8n-nodes-base.webhook', parameters: { path: 'in', größe: { b: 1, a: [2, 1] } } },
    { id: '2', type: 'n8n-nodes-base.noOp', parameters: {} },
  ],
  connections: { Webhook: { main: [[{ node: 'No Op', index: 0 }]] } },
};

const digestsOf = (value: object) => digestWorkflow(workflowFile('a', JSON.stringify(value), 7));

const passed: VersionCheck = { workflows: 1, activeWorkflows: 1, problems: [], isCut: false };

/** The changes that a rehearsal reports between two exports of a workflow. */
function changesBetween(before: object, after: object) {
  const [given, returned] = [before, after].map((value) => [
    { id: 'a', name: 'Orders', isActive: true, ...digestsOf(value) },
  ]);
  const exports = { given: given ?? [], returned: returned ?? [] };
  return reportOf({ current: null, next: passed, ...exports, announced: new Set() }).changes;
}

test('an export with reordered keys is the same workflow', () => {
  expect(digestsOf(reorderKeys(workflow)).digest).toBe(digestsOf(workflow).digest);
  expect(changesBetween(workflow, reorderKeys(workflow))).toEqual([]);
});

test('reordered nodes, another value and another field are changes', () => {
  const change = (fields: string[]) => [{ workflowId: 'a', workflow: 'Orders', fields }];
  expect(changesBetween(workflow, { ...workflow, nodes: workflow.nodes.toReversed() })).toEqual(
    change(['nodes']),
  );
  expect(changesBetween(workflow, { ...workflow, active: false })).toEqual(change(['active']));
  expect(changesBetween(workflow, { ...workflow, pinData: {} })).toEqual(change(['pinData']));
});

test('a workflow of more than one MiB is compared by its bytes', () => {
  const large = { ...workflow, pinData: { text: 'x'.repeat(1024 * 1024) } };
  expect(digestsOf(large)).toEqual({ digest: digestsOf({ ...large }).digest, fields: null });
  expect(digestsOf(reorderKeys(large)).digest).not.toBe(digestsOf(large).digest);
});
