import { compareVersions } from './compare-versions.ts';
import type { Workflow } from './workflows.ts';

/** Node types by the version that removed them; null: no version ever had it. */
const removedNodes: Readonly<Record<string, string | null>> = {
  'n8n-nodes-base.noSuchNode': null,
  // The sandbox's own: a version on offer has to break something.
  'n8n-nodes-base.functionItem': '2.41.0',
};
const removedCredentials: Readonly<Record<string, string | null>> = { noSuchApi: null };

/** Node types by the version from which they end the process, or deactivate their workflow. A rehearsal executes nothing and cannot know. */
const failing = {
  crash: { type: 'n8n-nodes-base.crashesAfterUpdate', since: '2.41.0' },
  deactivate: { type: 'n8n-nodes-base.inactiveAfterUpdate', since: '2.41.0' },
} as const;

/** @returns the active workflows that fail in this way when this version serves. */
export function failingWorkflows(
  how: keyof typeof failing,
  workflows: readonly Workflow[],
  version: string,
): Workflow[] {
  const { type, since } = failing[how];
  if (compareVersions(version, since) < 0) return [];
  return workflows.filter(
    ({ active, nodes }) => active === true && nodesIn(nodes).some((node) => node.type === type),
  );
}

/** @returns the node types that the sandbox's versions have lost up to this one. */
export function listRemovedNodeTypes(version: string): string[] {
  return Object.entries(removedNodes)
    .filter(([, since]) => since !== null && compareVersions(version, since) >= 0)
    .map(([type]) => type);
}

/** The answer to the portal's check: what this version could not run. */
export function checkWorkflows(workflows: readonly Workflow[], version: string) {
  const isRemoved = (removed: Readonly<Record<string, string | null>>, type: string) => {
    const since = removed[type];
    return since === null || (since !== undefined && compareVersions(version, since) >= 0);
  };
  const problems = workflows.flatMap(({ id, name, active, nodes, published }) => {
    const isActive = active === true;
    const about = { workflowId: id, workflow: name, isActive };
    return nodesIn(isActive ? (published?.nodes ?? nodes) : nodes).flatMap((node) => [
      ...(isRemoved(removedNodes, node.type)
        ? [{ ...about, node: node.name, kind: 'node_type_unknown', detail: node.type }]
        : []),
      ...Object.keys(node.credentials ?? {})
        .filter((type) => isRemoved(removedCredentials, type))
        .map((detail) => ({ ...about, node: node.name, kind: 'credential_type_unknown', detail })),
    ]);
  });
  const activeWorkflows = workflows.filter(({ active }) => active).length;
  return { workflows: workflows.length, activeWorkflows, problems, isCut: false };
}

type CheckedNode = { name: string; type: string; credentials?: object };

/** Nodes may be imported whatever they look like. */
function nodesIn(nodes: unknown): CheckedNode[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(
    (node: Partial<CheckedNode> | null): node is CheckedNode =>
      typeof node?.name === 'string' && typeof node.type === 'string',
  );
}
