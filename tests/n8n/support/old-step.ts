import { workflow } from '#engine/contract/workflows.ts';

/** A node type that the sandbox's cluster removes from n8n with version 2.41. */
export const REMOVED_NODE = 'n8n-nodes-base.functionItem';

/** A workflow with a node that the next version lacks. */
export function oldStepWorkflow() {
  const sample = workflow('old-step', { name: 'Old step' });
  const step = { id: 'old', name: 'Old step', type: REMOVED_NODE, typeVersion: 1, position: [200, 0] };
  return {
    ...sample,
    nodes: [...sample.nodes, { ...step, parameters: { functionCode: 'return item;' } }],
    connections: { Webhook: { main: [[{ node: 'Old step', type: 'main', index: 0 }]] } },
  };
}
