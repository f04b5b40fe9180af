import type { Internals } from '../internals.ts';
import type { CheckedWorkflow, WorkflowProblem } from '../n8n.ts';
import { databaseOf } from './database.ts';
import { serviceOf } from './parts.ts';

interface NodeTypes {
  getByNameAndVersion(type: string, version?: number): object | undefined;
}
interface CredentialTypes {
  recognizes(type: string): boolean;
}
interface Validation {
  validateForActivation(
    nodes: Record<string, StoredNode>,
    connections: object,
    nodeTypes: NodeTypes,
  ): { isValid: boolean; error?: string };
}
interface StoredNode {
  name: string;
  type: string;
  typeVersion?: number;
  disabled?: boolean;
  credentials?: Record<string, unknown>;
}

/** A published workflow runs its published version, whatever its draft is. */
const WORKFLOW = `SELECT w.id, w.name, w."isArchived", h."versionId" AS "publishedId",
    coalesce(h.nodes, w.nodes) AS nodes, coalesce(h.connections, w.connections) AS connections
  FROM workflow_entity w LEFT JOIN workflow_history h ON h."versionId" = w."activeVersionId" WHERE w.id = ?`;

/** Checks each workflow against the node types, credential types and activation rules of this n8n, oldest first. */
export async function* checkWorkflows(internals: Internals): AsyncGenerator<CheckedWorkflow> {
  const database = databaseOf(internals);
  for (const { id } of await database.query('SELECT id FROM workflow_entity ORDER BY "createdAt", id')) {
    const [row] = await database.query(WORKFLOW, [id]);
    // The workflow was deleted meanwhile.
    if (row) yield checkWorkflow(internals, row);
  }
}

function checkWorkflow(internals: Internals, row: Record<string, unknown>): CheckedWorkflow {
  const isActive = row.publishedId !== null && !row.isArchived;
  const about = { workflowId: String(row.id), workflow: String(row.name), isActive };
  try {
    const nodes = JSON.parse(String(row.nodes)) as StoredNode[];
    const connections = JSON.parse(String(row.connections)) as object;
    const types = nodes
      .filter(({ disabled }) => !disabled)
      .flatMap((node) => problemsOf(internals, node).map((problem) => ({ ...about, ...problem })));
    // n8n's own check stops at an unknown type, which is already reported.
    const activation = isActive && types.length === 0 ? activationError(internals, nodes, connections) : null;
    const refused =
      activation === null
        ? []
        : [{ ...about, node: null, kind: 'not_activatable' as const, detail: activation }];
    return { isActive, problems: [...types, ...refused] };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { isActive, problems: [{ ...about, node: null, kind: 'not_loadable', detail }] };
  }
}

type NodeProblem = Pick<WorkflowProblem, 'node' | 'kind' | 'detail'>;

function problemsOf(
  internals: Internals,
  { name, type, typeVersion, credentials }: StoredNode,
): NodeProblem[] {
  const credentialTypes = serviceOf<CredentialTypes>(internals, 'CredentialTypes');
  const unknown = Object.keys(credentials ?? {})
    .filter((credentialType) => !credentialTypes.recognizes(credentialType))
    .map((detail): NodeProblem => ({ node: name, kind: 'credential_type_unknown', detail }));
  try {
    const found = nodeTypesOf(internals).getByNameAndVersion(type, typeVersion);
    if (found) return unknown;
    return [{ node: name, kind: 'node_version_unknown', detail: `${type} ${typeVersion}` }, ...unknown];
  } catch {
    return [{ node: name, kind: 'node_type_unknown', detail: type }, ...unknown];
  }
}

function activationError(
  internals: Internals,
  nodes: readonly StoredNode[],
  connections: object,
): string | null {
  const validation = serviceOf<Validation>(internals, 'WorkflowValidationService');
  const byName = Object.fromEntries(nodes.map((node) => [node.name, node]));
  const result = validation.validateForActivation(byName, connections, nodeTypesOf(internals));
  return result.isValid ? null : (result.error ?? 'n8n refuses to activate it.');
}

function nodeTypesOf(internals: Internals): NodeTypes {
  return serviceOf<NodeTypes>(internals, 'NodeTypes');
}
