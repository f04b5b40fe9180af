import type { BackupStore } from '#app/domain/instance/backup-store.ts';
import type { InstanceNews, InstanceSummary } from '#app/domain/instance/news.ts';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import type { SimulatedCluster } from './cluster.ts';
import { must } from './must.ts';

type Caller = <T>(effect: () => T) => Promise<T>;

/** The database, the backup store and the process itself; each may be down. */
export class Outside {
  isDatabaseDown = false;
  isBackupStoreDown = false;
  /** The export breaks off in the middle. */
  isExportTorn = false;
  executions = 0;
  /** By key: what a file holds, as the cluster names it. */
  readonly backups = new Map<string, { content: string | null; bytes: number }>();
  /** What the database was told, as it keeps it. */
  readonly mails = new Map<string, string>();
  summary: { revision: number; summary: InstanceSummary } | null = null;
  readonly #cluster: SimulatedCluster;
  readonly #now: () => number;
  readonly #exports = new WeakMap<ReadableStream, string>();

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
          return { timeframe: timeframeOf(this.#now()), executions: this.executions, activeWorkflows: 1 };
        }),
      exportWorkflows: () =>
        call(() => {
          const { workload, content } = this.#cluster;
          const isBackup = workload?.wanted.purpose === 'backup';
          if (!this.#cluster.isServing || !isBackup || content === null) throw new Error('503');
          const stream = new ReadableStream<Uint8Array>();
          this.#exports.set(stream, content);
          return stream;
        }),
      // No command of the simulation ends a session.
      signOut: () => Promise.reject(new Error('nobody is signed in')),
    };
  }

  backupStore(call: Caller): BackupStore {
    const answer = <T>(effect: () => T) =>
      call(() => {
        if (this.isBackupStoreDown) throw new Error('The backup store is down.');
        return effect();
      });
    return {
      put: (key, stream) =>
        answer(() => {
          if (this.isExportTorn) throw new Error('The export is not whole.');
          this.backups.set(key, { content: this.#exports.get(stream) ?? null, bytes: 2 });
          return 2;
        }),
      has: (key, bytes) => answer(() => this.backups.get(key)?.bytes === bytes),
      remove: (key) => answer(() => void this.backups.delete(key)),
    };
  }

  /** The real one's rules: a mail is known by its id, and of two summaries the newer stands. */
  tell(news: readonly InstanceNews[]): void {
    if (this.isDatabaseDown) throw new Error('The database is down.');
    for (const one of news) {
      if (one.kind === 'summary') {
        if (one.revision >= (this.summary?.revision ?? 0)) this.summary = one;
        continue;
      }
      const content = JSON.stringify(one.mail);
      must((this.mails.get(one.id) ?? content) === content, `${one.id} says the same whenever it is told`);
      this.mails.set(one.id, content);
    }
  }
}
