import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ExecutionLog, openExecutionLog } from '#engine/hook/execution-log.ts';
import { readJsonFile, removeFile } from '#sandbox/storage/json-file.ts';
import type { Workflow } from './workflows.ts';

export type Usage = { timeframe: string; executions: number; activeWorkflows: number };

/** What started an execution: this process has no other triggers. */
export type Trigger = 'webhook' | 'schedule' | 'manual';

export type WorkflowName = Pick<Workflow, 'id' | 'name'>;

/** The executions of the workspace, in the volume, by the code that counts n8n's. */
export class Executions {
  readonly log: ExecutionLog;
  readonly #now: () => number;

  constructor(dataDir: string, now: () => number) {
    this.#now = now;
    mkdirSync(dataDir, { recursive: true });
    const db = new DatabaseSync(join(dataDir, 'executions.sqlite'));
    db.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;');
    this.log = openWithEarlierCounts(db, join(dataDir, 'executions.json'));
  }

  /** Counts one production execution, on disk before this returns. */
  count(workflow: WorkflowName, trigger: Trigger): void {
    this.log.count(this.#begin(workflow, trigger), null);
  }

  /** Notes one that no plan counts. */
  note(workflow: WorkflowName, trigger: Trigger, reason: 'manual' | 'limit'): void {
    this.log.note(this.#begin(workflow, trigger), reason);
  }

  /** Production executions of this month. */
  countUsed(): number {
    return this.log.used(this.#month());
  }

  usage(activeWorkflows: number): Usage {
    return { timeframe: this.#month(), executions: this.countUsed(), activeWorkflows };
  }

  #begin({ id, name }: WorkflowName, trigger: Trigger) {
    return { at: this.#now(), workflowId: id, workflowName: name, trigger };
  }

  #month(): string {
    return new Date(this.#now()).toISOString().slice(0, 7);
  }
}

/** A volume from before executions had rows has its counts by month in a file. */
function openWithEarlierCounts(db: DatabaseSync, path: string): ExecutionLog {
  const log = openExecutionLog(db, 'NORMAL');
  const counts = readJsonFile(path);
  if (typeof counts !== 'object' || counts === null) return log;
  const insert = db.prepare('INSERT INTO executions (month, count) VALUES (?, ?) ON CONFLICT DO NOTHING');
  for (const [month, count] of Object.entries(counts)) insert.run(month, Number(count));
  removeFile(path);
  return openExecutionLog(db, 'NORMAL');
}
