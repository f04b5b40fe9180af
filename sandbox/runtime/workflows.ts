import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJsonDirectory } from '#sandbox/storage/json-directory.ts';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';

/** A workflow in the shape of n8n's own export. */
export type Workflow = {
  id: string;
  name: string;
  /** These three may be missing from one that was imported. */
  active?: boolean;
  createdAt?: string;
  updatedAt?: string;
  nodes: {
    id: string;
    name: string;
    type: string;
    typeVersion: number;
    position: [number, number];
    parameters: object;
  }[];
  connections: object;
  settings: { executionOrder: string };
};

export type Usage = { timeframe: string; executions: number; activeWorkflows: number };

/** An id becomes a file's name. */
const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a value can be imported as a workflow. */
export function isImportable(value: unknown): value is Workflow {
  return (
    isWorkflow(value) &&
    idPattern.test(value.id) &&
    Array.isArray(value.nodes) &&
    typeof value.connections === 'object'
  );
}

function isWorkflow(value: unknown): value is Workflow {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name }: { id?: unknown; name?: unknown } = value;
  return typeof id === 'string' && typeof name === 'string';
}

/** The month that an instant (UTC milliseconds) falls in, as `2026-11`. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** The workflows of the workspace and how often they ran, in the volume. */
export class Workflows {
  readonly #directory: string;
  readonly #countsPath: string;
  readonly #byId = new Map<string, Workflow>();
  #counts: Record<string, number>;

  constructor(dataDir: string) {
    this.#directory = join(dataDir, 'workflows');
    this.#countsPath = join(dataDir, 'executions.json');
    for (const document of readJsonDirectory(this.#directory))
      if (isWorkflow(document)) this.#byId.set(document.id, document);
    const counts = readJsonFile(this.#countsPath);
    this.#counts = Object.fromEntries(
      Object.entries(typeof counts === 'object' && counts !== null ? counts : {}).map(([month, count]) => [
        month,
        Number(count),
      ]),
    );
  }

  list(): Workflow[] {
    return [...this.#byId.values()].sort((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''));
  }

  create(name: string, active: boolean, now: number): Workflow {
    const time = new Date(now).toISOString();
    const workflow: Workflow = {
      id: randomBytes(8).toString('hex'),
      name,
      active,
      createdAt: time,
      updatedAt: time,
      nodes: [
        {
          id: randomBytes(8).toString('hex'),
          name: 'When clicking ‘Execute workflow’',
          type: 'n8n-nodes-base.manualTrigger',
          typeVersion: 1,
          position: [0, 0],
          parameters: {},
        },
      ],
      connections: {},
      settings: { executionOrder: 'v1' },
    };
    writeJsonFile(join(this.#directory, `${workflow.id}.json`), workflow);
    this.#byId.set(workflow.id, workflow);
    return workflow;
  }

  /** Adds workflows just as they are, or replaces those with the same ids. */
  import(imported: readonly Workflow[]): void {
    for (const workflow of imported) {
      writeJsonFile(join(this.#directory, `${workflow.id}.json`), workflow);
      this.#byId.set(workflow.id, workflow);
    }
  }

  /** Counts one execution. Returns undefined when there is no such workflow. */
  run(id: string, now: number): { id: string } | undefined {
    if (!this.#byId.has(id)) return undefined;
    const month = monthOf(now);
    const counts = { ...this.#counts, [month]: (this.#counts[month] ?? 0) + 1 };
    writeJsonFile(this.#countsPath, counts);
    this.#counts = counts;
    return { id: randomBytes(8).toString('hex') };
  }

  usage(now: number): Usage {
    const timeframe = monthOf(now);
    const activeWorkflows = this.list().filter(({ active }) => active).length;
    return { timeframe, executions: this.#counts[timeframe] ?? 0, activeWorkflows };
  }
}
