import type { DatabaseSync } from 'node:sqlite';
import { retentionMs } from '#app/domain/held-webhooks/bounds.ts';
import type { HeldBounds } from '#app/domain/held-webhooks/held-request.ts';
import { type Execution, isPoison } from './process.ts';
import { prepared } from './sqlite.ts';

/** Something happened that must never happen. */
export class Violation extends Error {}

/** Records what senders were answered and what the flow ran, independent of the object's rows; throws on any violation. */
export class HeldLedger {
  readonly #db: DatabaseSync;
  /** Requests whose senders got 202: the state of each is always known. */
  readonly #accepted = new Set<string>();
  readonly #runs = new Map<string, number>();
  /** Requests that may run twice: people replayed them. */
  readonly #canRepeat = new Set<string>();
  readonly #finished = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  accept(id: string): void {
    this.#accepted.add(id);
  }

  /** @throws Violation when the request ran before, or overtook another one of its path. */
  run({ id, path, isReplay }: Execution): void {
    this.#runs.set(id, (this.#runs.get(id) ?? 0) + 1);
    if (this.#canRepeat.has(id)) return;
    if (this.#accepted.has(id) && (this.#runs.get(id) ?? 0) > 1) throw new Violation(`${id} ran twice`);
    this.#checkOrder(id, path, isReplay);
  }

  /** Requests of a path run in the order in which they were stored: none runs while an earlier one waits. */
  #checkOrder(id: string, path: string, isReplay: boolean): void {
    const waiting = this.#idsWhere(
      `path = ? AND state = 'waiting' AND sequence < coalesce((SELECT sequence FROM held_requests WHERE id = ?), sequence + 1)`,
      path,
      id,
    );
    const overtaken = waiting.find((other) => this.#accepted.has(other) && !this.#canRepeat.has(other));
    if (overtaken)
      throw new Violation(`${isReplay ? 'the replay of ' : ''}${id} overtook ${overtaken} on ${path}`);
  }

  /** Called when people replay a path. */
  onReplayRequested(path: string): void {
    for (const id of this.#idsWhere('path = ?', path)) this.#canRepeat.add(id);
  }

  /** Called when people drop a path. */
  onDropRequested(path: string): void {
    for (const id of this.#idsWhere('path = ?', path)) this.#accepted.delete(id);
  }

  /** No accepted request is lost: its row exists until its retention ends, and it ran or records why not. */
  check(bounds: HeldBounds): void {
    const stored = prepared(this.#db, 'SELECT id, state, content IS NULL AS gone FROM held_requests').all();
    const rows = new Map(stored.map((row) => [row.id, row]));
    let kept = 0;
    for (const id of this.#accepted) {
      const row = rows.get(id);
      // Rows are deleted after twice the retention.
      if (!row) {
        this.#accepted.delete(id);
        if (!this.#finished.has(id)) throw new Error(`${id} is lost`);
        continue;
      }
      if (row.gone === 0) kept += 1;
      if (row.state === 'replayed' && !this.#runs.has(id)) throw new Error(`${id} was never run`);
      if (row.state === 'waiting' && row.gone === 1) throw new Error(`${id} waits without its content`);
      if (row.state !== 'waiting') this.#finished.add(id);
    }
    if (kept > bounds.count || retentionMs(bounds) <= 0) throw new Error('more is kept than the plan allows');
  }

  waiting(): number {
    return this.#idsWhere(`state = 'waiting'`).length;
  }

  /**
   * @returns the outcome of every request that still has a row, such as `failed poison`.
   * @throws when a request that harms no process was set aside or given up.
   */
  endings(): string[] {
    const rows = prepared(this.#db, 'SELECT id, path, state, failure FROM held_requests').all();
    return rows.map(({ id, path, state, failure }) => {
      if ((failure === 'poison' && !isPoison(String(path))) || failure === 'gave_up')
        throw new Error(`${id} of ${path} ended as ${failure}`);
      return [state, failure, failure === 'poison' ? path : null].filter(Boolean).join(' ');
    });
  }

  #idsWhere(condition: string, ...values: string[]): string[] {
    const rows = prepared(this.#db, `SELECT id FROM held_requests WHERE ${condition}`).all(...values);
    return rows.map(({ id }) => String(id));
  }
}
