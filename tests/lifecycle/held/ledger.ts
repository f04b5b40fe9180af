import type { DatabaseSync } from 'node:sqlite';
import { retentionMs } from '#app/domain/held-webhooks/bounds.ts';
import type { HeldBounds } from '#app/domain/held-webhooks/held-request.ts';
import type { Execution } from './process.ts';

/** Something happened that must never happen. */
export class Violation extends Error {}

/** What senders were answered and what the flow ran, beside the object's rows: throws on what must never happen. */
export class HeldLedger {
  readonly #db: DatabaseSync;
  /** Requests whose senders got 202: what became of each is known at any time. */
  readonly #accepted = new Map<string, { path: string; order: number }>();
  readonly #runs = new Map<string, number>();
  /** Those that may run twice: people asked for it, or the process forgot what it had answered. */
  readonly #canRepeat = new Set<string>();
  readonly #finished = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** @param order grows with each request. */
  accept(id: string, path: string, order: number): void {
    this.#accepted.set(id, { path, order });
  }

  /** @throws Violation when it ran before, or overtook another of its path. */
  run({ id, path, isReplay }: Execution): void {
    this.#runs.set(id, (this.#runs.get(id) ?? 0) + 1);
    if (this.#canRepeat.has(id)) return;
    if (this.#accepted.has(id) && (this.#runs.get(id) ?? 0) > 1) throw new Violation(`${id} ran twice`);
    this.#checkOrder(id, path, isReplay);
  }

  /** In the order of acceptance, for each path: nothing runs while an earlier one waits. */
  #checkOrder(id: string, path: string, isReplay: boolean): void {
    const own = this.#accepted.get(id)?.order ?? Number.POSITIVE_INFINITY;
    for (const waiting of this.#idsWhere(`path = ? AND state = 'waiting'`, path)) {
      const order = this.#accepted.get(waiting)?.order;
      if (order !== undefined && order < own && !this.#canRepeat.has(waiting))
        throw new Violation(`${isReplay ? 'the replay of ' : ''}${id} overtook ${waiting} on ${path}`);
    }
  }

  /** A process that ends forgets what it answered: a request whose answer did not arrive may run again. */
  onProcessEnded(): void {
    const waiting = new Set(this.#idsWhere(`state = 'waiting'`));
    for (const id of this.#runs.keys())
      if (waiting.has(id) || !this.#accepted.has(id)) this.#canRepeat.add(id);
  }

  /** People replay a path. */
  onReplayRequested(path: string): void {
    for (const id of this.#idsWhere('path = ?', path)) this.#canRepeat.add(id);
  }

  /** People drop a path. */
  onDropRequested(path: string): void {
    for (const id of this.#idsWhere('path = ?', path)) this.#accepted.delete(id);
  }

  /** No accepted request is lost: it has its row until its time is over, and was run, or says why not. */
  check(bounds: HeldBounds): void {
    const stored = this.#db.prepare('SELECT id, state, content IS NULL AS gone FROM held_requests').all();
    const rows = new Map(stored.map((row) => [row.id, row]));
    let kept = 0;
    for (const [id] of this.#accepted) {
      const row = rows.get(id);
      // Its row is forgotten after twice its time.
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

  /** @returns how each request that still has its row ended, such as `failed poison`. */
  endings(): string[] {
    const rows = this.#db.prepare('SELECT state, failure FROM held_requests').all();
    return rows.map(({ state, failure }) => `${state} ${failure ?? ''}`.trim());
  }

  #idsWhere(condition: string, ...values: string[]): string[] {
    const rows = this.#db.prepare(`SELECT id FROM held_requests WHERE ${condition}`).all(...values);
    return rows.map(({ id }) => String(id));
  }
}
