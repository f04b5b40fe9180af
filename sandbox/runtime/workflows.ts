import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readJsonDirectory } from '#sandbox/storage/json-directory.ts';
import { writeJsonFile } from '#sandbox/storage/json-file.ts';

type Node = {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: Record<string, unknown>;
  webhookId?: string;
};

/**
 * A workflow in the shape of the contract's export. Fields that this process does not use may be missing, or have any
 * value.
 */
export type Workflow = {
  id: string;
  name: string;
  active?: boolean;
  isArchived?: boolean;
  createdAt?: string;
  updatedAt?: string;
  nodes: Node[];
  connections: object;
  settings?: object;
  versionId?: string;
  tags?: string[];
  folder?: string[];
  /** The version that runs while the workflow is active; without it, the nodes above run. */
  published?: { versionId: string; nodes: Node[]; connections: object } | null;
};

const webhookType = 'n8n-nodes-base.webhook';

/** An id becomes a file name. */
const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** n8n's own limit. */
const maxNameLength = 128;

/** Whether a value can be imported as a workflow. */
export function isImportable(value: unknown): value is Workflow {
  return (
    isWorkflow(value) &&
    idPattern.test(value.id) &&
    value.name.length <= maxNameLength &&
    Array.isArray(value.nodes) &&
    typeof value.connections === 'object' &&
    value.connections !== null
  );
}

function isWorkflow(value: unknown): value is Workflow {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name }: { id?: unknown; name?: unknown } = value;
  return typeof id === 'string' && typeof name === 'string';
}

/** The parameters of a webhook node. */
type Webhook = { path?: unknown; httpMethod?: unknown; responseMode?: unknown };

/** Imported nodes can have any shape. */
function webhooksOf(nodes: unknown): Webhook[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: Partial<Node> | null) =>
    node?.type === webhookType && typeof node.parameters === 'object' ? [node.parameters ?? {}] : [],
  );
}

const methodOf = ({ httpMethod }: Webhook) => String(httpMethod ?? 'GET');

/** The workflows of the workspace, on the volume. */
export class Workflows {
  readonly #directory: string;
  readonly #byId = new Map<string, Workflow>();

  constructor(dataDir: string) {
    this.#directory = join(dataDir, 'workflows');
    for (const document of readJsonDirectory(this.#directory))
      if (isWorkflow(document)) this.#byId.set(document.id, document);
  }

  list(): Workflow[] {
    return [...this.#byId.values()].sort((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''));
  }

  /** Creates a workflow with its own webhook; `stepType` adds one node of that type. */
  create(
    { name, active, stepType }: { name: string; active: boolean; stepType: string | null },
    now: number,
  ): Workflow {
    const time = new Date(now).toISOString();
    const id = randomBytes(8).toString('hex');
    const nodes: Node[] = [
      {
        id: randomUUID(),
        name: 'Webhook',
        type: webhookType,
        typeVersion: 2,
        position: [0, 0],
        parameters: { path: id },
        webhookId: randomUUID(),
      },
    ];
    if (stepType !== null)
      nodes.push({
        id: randomUUID(),
        name: 'Step',
        type: stepType,
        typeVersion: 1,
        position: [200, 0],
        parameters: {},
      });
    const version = { versionId: randomUUID(), nodes, connections: {} };
    const workflow: Workflow = {
      id,
      name,
      active,
      isArchived: false,
      ...version,
      settings: { executionOrder: 'v1' },
      createdAt: time,
      updatedAt: time,
      tags: [],
      folder: [],
      published: active ? version : null,
    };
    this.import([workflow]);
    return workflow;
  }

  /** Adds workflows unchanged, or replaces those with the same ids. */
  import(imported: readonly Workflow[]): void {
    for (const workflow of imported) {
      writeJsonFile(join(this.#directory, `${workflow.id}.json`), workflow);
      this.#byId.set(workflow.id, workflow);
    }
  }

  /** Publishes the current version, or ends the publication. */
  setActive(workflow: Workflow, active: boolean): Workflow {
    const { versionId = workflow.id, nodes, connections } = workflow;
    const changed = { ...workflow, active, published: active ? { versionId, nodes, connections } : null };
    this.import([changed]);
    return changed;
  }

  find(id: string): Workflow | undefined {
    return this.#byId.get(id);
  }

  countActive(): number {
    return this.list().filter(({ active }) => active).length;
  }

  /** The webhook that answers a call of `path` while its workflow is active; undefined without one. */
  webhookAt(method: string, path: string): { workflow: Workflow; webhook: Webhook } | undefined {
    return this.#webhooksAt(path).find(({ webhook }) => methodOf(webhook) === method);
  }

  /** The methods of a path's active webhooks, in the order of n8n's index. */
  methodsAt(path: string): string[] {
    return this.#webhooksAt(path)
      .map(({ webhook }) => methodOf(webhook))
      .sort();
  }

  #webhooksAt(path: string): Array<{ workflow: Workflow; webhook: Webhook }> {
    const active = [...this.#byId.values()].filter((workflow) => workflow.active);
    return active
      .flatMap((workflow) =>
        webhooksOf(workflow.published?.nodes ?? workflow.nodes).map((webhook) => ({ workflow, webhook })),
      )
      .filter(({ webhook }) => webhook.path === path);
  }
}
