import type { DatabaseSync } from 'node:sqlite';
import { MAX_BREAKS } from '#app/domain/held-webhooks/replay.ts';
import { Violation } from './ledger.ts';
import { type Execution, isPoison, type Poison } from './process.ts';
import { prepared } from './sqlite.ts';

/**
 * Runs that a poison may have. The end of a process that responds until the deadline shows only when the next one runs the
 * request, and an end of another cause can then hide it.
 */
const MAX_RUNS: Record<Poison, number> = {
  '/webhook/die': MAX_BREAKS,
  '/webhook/hang': MAX_BREAKS,
  '/webhook/leak': 2 * MAX_BREAKS,
};

/** Of a request's row before its last run. */
interface Progress {
  attempts: number;
  breaks: number;
}

interface Run extends Progress {
  count: number;
  /** Whether the run before the last one ended no process: only the last one can show that it did. */
  isBehindUncounted: boolean;
}

/** Counts the replays that ended a process; throws when one request ended too many. */
export class PoisonRuns {
  readonly #db: DatabaseSync;
  readonly #runs = new Map<string, Run>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Call before a poison runs. @throws Violation when it should have been set aside. */
  begin({ id, path, isReplay, isOfEarlierProcess }: Execution): void {
    // After a deliberate restart, the object does not blame the request that it sent before.
    if (!isReplay || isOfEarlierProcess || !isPoison(path)) return;
    const before = this.#runs.get(id);
    const count = (before?.count ?? 0) + 1;
    if (count > MAX_RUNS[path]) throw new Violation(`${id} ran ${count} times on ${path}`);
    const row = this.#rowOf(id);
    this.#runs.set(id, { count, isBehindUncounted: before?.breaks === row.breaks, ...row });
  }

  /** A deliberate restart ended the running requests, and only those that had broken a connection before are to blame. */
  onRestart(): void {
    this.#forgive((run, row) => row.breaks === run.breaks);
  }

  /** The object died, with what it had not stored. */
  onObjectDied(): void {
    this.#forgive((run, row) => row.attempts === run.attempts);
  }

  /** People replay a path: its requests have all their attempts again. */
  onReplayRequested(path: string): void {
    for (const { id } of prepared(this.#db, 'SELECT id FROM held_requests WHERE path = ?').all(path))
      this.#runs.delete(String(id));
  }

  #forgive(isForgiven: (run: Run, row: Progress) => boolean): void {
    for (const [id, run] of this.#runs) {
      const row = this.#rowOf(id);
      if (!isForgiven(run, row)) continue;
      const count = run.count - 1 - Number(run.isBehindUncounted);
      // Once for a run.
      this.#runs.set(id, { count, isBehindUncounted: false, attempts: Number.NaN, breaks: Number.NaN });
    }
  }

  #rowOf(id: string): Progress {
    const row = prepared(this.#db, 'SELECT attempts, breaks FROM held_requests WHERE id = ?').get(id);
    return { attempts: Number(row?.attempts), breaks: Number(row?.breaks) };
  }
}
