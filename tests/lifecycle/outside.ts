import type { Archives } from '#app/domain/backup/archive.ts';
import type { BackupStore } from '#app/domain/instance/backup-store.ts';
import type { InstanceOutboxItem, InstanceSummary } from '#app/domain/instance/outbox.ts';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import type { SimulatedCluster } from './cluster.ts';
import { must } from './must.ts';

type Caller = <T>(effect: () => T) => Promise<T>;

/** The database, the backup store and the process itself; each can be down. */
export class Outside {
  isDatabaseDown = false;
  isBackupStoreDown = false;
  /** The export aborts in the middle. */
  isExportTorn = false;
  executions = 0;
  /** File contents by key, in the cluster's terms. */
  readonly backups = new Map<string, { content: string | null; bytes: number }>();
  /** The database's copy of the mails. */
  readonly mails = new Map<string, string>();
  summary: { revision: number; summary: InstanceSummary } | null = null;
  readonly #cluster: SimulatedCluster;
  readonly #now: () => number;

  constructor(cluster: SimulatedCluster, now: () => number) {
    this.#cluster = cluster;
    this.#now = now;
  }

  heal(): void {
    this.isDatabaseDown = false;
    this.isBackupStoreDown = false;
    this.isExportTorn = false;
  }

  process(call: Caller): WorkspaceProcess {
    return {
      usage: () =>
        call(() => {
          if (!this.#cluster.isServing) throw new Error('503');
          return {
            timeframe: timeframeOf(this.#now()),
            executions: this.executions,
            activeWorkflows: this.#cluster.activeWorkflows,
          };
        }),
      exportWorkflows: () =>
        call(() => {
          const { workload, content } = this.#cluster;
          const isBackup = workload?.wanted.purpose === 'backup';
          if (!this.#cluster.isServing || !isBackup || content === null) throw new Error('503');
          return exportOf(content);
        }),
      // Every month has the same counter, which the object reads when a month ends.
      monthSums: (_facts, month) =>
        call(() => {
          if (!this.#cluster.isServing) throw new Error('503');
          // All ran on the first day, before any change.
          const { executions } = this;
          const workflows = [{ id: '', name: '', counted: [executions], notCounted: [0] }];
          return { month, executions, workflows };
        }),
      executions: () =>
        call(() => {
          if (!this.#cluster.isServing) throw new Error('503');
          return { rows: [], next: null };
        }),
      check: () =>
        call(() => {
          if (!this.#cluster.isServing) throw new Error('503');
          return { workflows: 1, activeWorkflows: 1, problems: [], isCut: false };
        }),
      // The simulation never restores.
      importWorkflows: () => Promise.reject(new Error('nothing is restored')),
      exportCredentials: () => Promise.reject(new Error('no backup by itself holds credentials')),
      importCredentials: () => Promise.reject(new Error('nothing is restored')),
      signOut: () => Promise.reject(new Error('people leave, and are not signed out')),
      setPerson: (_facts, { email }) => call(() => this.#cluster.tell(email)),
    };
  }

  /** @returns the export of the process that serves, which is not a final backup. */
  exportServing(call: Caller): WorkspaceProcess['exportWorkflows'] {
    return () =>
      call(() => {
        const { workload, content } = this.#cluster;
        const isServing = this.#cluster.isServing && workload?.wanted.purpose === 'serve';
        if (!isServing || content === null) throw new Error('503');
        return exportOf(content);
      });
  }

  backupStore(call: Caller): BackupStore {
    const answer = <T>(effect: () => T) =>
      call(() => {
        if (this.isBackupStoreDown) throw new Error('The backup store is down.');
        return effect();
      });
    return {
      put: async (key, archive) => {
        const content = await textOf(archive);
        return answer(() => {
          if (this.isExportTorn) throw new Error('The export is not whole.');
          this.backups.set(key, { content, bytes: 2 });
          return 2;
        });
      },
      open: (key) =>
        answer(() => {
          const file = this.backups.get(key);
          if (!file) return null;
          const bytes = new TextEncoder().encode(file.content ?? '');
          return { bytes: bytes.byteLength, read: async () => bytes };
        }),
      keysBefore: async () => [],
      has: (key, bytes) => answer(() => this.backups.get(key)?.bytes === bytes),
      remove: (key) => answer(() => void this.backups.delete(key)),
    };
  }

  /** The real rules: a mail's id is unique, and the newer summary wins. */
  take(items: readonly InstanceOutboxItem[]): void {
    if (this.isDatabaseDown) throw new Error('The database is down.');
    for (const one of items) {
      if (one.kind === 'summary') {
        if (one.revision >= (this.summary?.revision ?? 0)) this.summary = one;
        continue;
      }
      const [id, said] = nameItem(one);
      const content = JSON.stringify(said);
      must((this.mails.get(id) ?? content) === content, `${id} says the same each time`);
      this.mails.set(id, content);
    }
  }
}

/** @returns an item's identity and its content. */
function nameItem(item: Exclude<InstanceOutboxItem, { kind: 'summary' }>): [id: string, said: unknown] {
  switch (item.kind) {
    case 'mail':
      return [item.id, item.mail];
    case 'overage':
      return [`charge of ${item.overage.month}.${item.overage.part}`, item.overage];
    case 'people':
      return [`people of ${item.id}`, item.emails];
  }
}

/** A workspace with one workflow, whose name is its content. */
async function* exportOf(content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify([{ id: 'one', name: content, nodes: [], connections: {} }]));
}

/** An archive that holds the names of its workflows. */
export const namesAsArchive: Archives = {
  async *write(workflows) {
    for await (const { name } of workflows) yield new TextEncoder().encode(name);
  },
  read: () => {
    throw new Error('nothing is restored');
  },
  readExtras: () => Promise.reject(new Error('nothing is restored')),
};

async function textOf(archive: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of archive) text += new TextDecoder().decode(chunk);
  return text;
}
