import type { Archives } from '#app/domain/backup/archive.ts';
import type { Cluster } from '#app/domain/instance/cluster-port.ts';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import type { WorkflowProblem } from '#app/domain/instance/rehearsal/report.ts';
import type { BackupPorts } from '#durable-objects/workspace/backups.ts';
import type { RehearsalPorts } from '#durable-objects/workspace/rehearsal-steps.ts';
import type { SimulatedCluster } from './cluster.ts';
import { must } from './must.ts';

type Caller = <T>(effect: () => T) => Promise<T>;

export const copyFates = ['passes', 'blocks', 'breaks', 'hangs'] as const;

const PROBLEM: WorkflowProblem = {
  workflowId: 'one',
  workflow: 'one',
  isActive: true,
  node: 'Step',
  kind: 'node_type_unknown',
  detail: 'gone',
};

/** The throwaway instance of a rehearsal, in the same cluster as the workspace and with its troubles. */
export class SimulatedCopy {
  /** What its version does: passes, breaks a workflow, fails the check, or never starts. */
  fate: (typeof copyFates)[number] = 'passes';
  isThere = false;
  #workflows: Uint8Array[] = [];
  readonly #cluster: SimulatedCluster;

  constructor(cluster: SimulatedCluster) {
    this.#cluster = cluster;
  }

  /** @returns the cluster as rehearsals see it: only the copy is theirs. */
  port(call: Caller): Cluster {
    return {
      apply: (wanted) =>
        call(() => {
          if (wanted.purpose !== 'rehearsal') throw new Error('a rehearsal applies only its copy');
          must(!wanted.isClosed, 'a copy is open to its check');
          this.#cluster.obey(
            () => this.#start(),
            () => {},
          );
        }),
      readiness: () => call(() => this.#readiness()),
      remove: () =>
        call(() => {
          this.#cluster.obey(
            () => this.#remove(),
            () => {},
          );
          return !this.isThere;
        }),
      saveData: () => Promise.reject(new Error('a copy has no data to save')),
      prune: () => Promise.reject(new Error('a copy has no snapshots')),
    };
  }

  process(call: Caller): Pick<WorkspaceProcess, 'importWorkflows' | 'check' | 'exportWorkflows'> {
    const answer = <T>(effect: () => T) =>
      call(() => {
        if (!this.isThere || this.fate === 'hangs' || this.fate === 'breaks') throw new Error('503');
        return effect();
      });
    return {
      importWorkflows: (_facts, body) => answer(() => this.#workflows.push(body) > 0),
      check: () =>
        answer(() => {
          const problems = this.fate === 'blocks' ? [PROBLEM] : [];
          return { workflows: 1, activeWorkflows: 1, problems, isCut: false };
        }),
      exportWorkflows: () => answer(() => iterate(this.#workflows.slice(-1))),
    };
  }

  #start(): void {
    this.isThere = true;
  }

  #remove(): void {
    this.isThere = false;
    this.#workflows = [];
  }

  #readiness(): 'ready' | 'not-ready' | 'missing' {
    switch (this.#cluster.trouble) {
      case 'none':
        if (!this.isThere) return 'missing';
        return this.fate === 'hangs' ? 'not-ready' : 'ready';
      case 'says-ready':
        return 'ready';
      case 'says-missing':
        return 'missing';
      default:
        // Throws unless the cluster answers.
        this.#cluster.obey(
          () => {},
          () => {},
        );
        return 'not-ready';
    }
  }
}

/** @returns the ports of rehearsals, beside those of the backups. */
export function rehearsalPorts(
  ports: BackupPorts,
  { copy, call }: { copy: SimulatedCopy; call: Caller },
): RehearsalPorts {
  return {
    ...ports,
    clusterOf: () => copy.port(call),
    copyProcess: { ...ports.process, ...copy.process(call) },
  };
}

/** An archive that is its one workflow. */
export const oneWorkflowAsArchive: Archives = {
  async *write(workflows) {
    for await (const { chunks } of workflows) yield* chunks;
  },
  async *read({ bytes, read }) {
    yield { id: 'one', name: 'one', isActive: true, chunks: [await read(0, bytes)], bytes };
  },
  readExtras: async () => ({ version: null, credentials: null, unrestorable: [] }),
};

async function* iterate<T>(parts: readonly T[]): AsyncGenerator<T> {
  yield* parts;
}
