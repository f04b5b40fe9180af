import type { HeldState } from '#app/domain/held-webhooks/held-request.ts';
import type { ReplayProgress } from '#app/domain/held-webhooks/replay.ts';
import type { HeldFilter } from '#app/use-cases/workspace/held-rpc.ts';
import { queueCounts } from './queue-counts.ts';
import { COLUMNS, type HeldRow, type NewHeldRow, rowOf, type StoredRow } from './row.ts';
import { OPEN } from './schema.ts';
import type { Sql, SqlValue } from './sql.ts';

/** Rows of a path in memory at the same time, when people replay or drop it. */
const BATCH = 500;

const isOpen = (state: HeldState) => state === 'waiting' || state === 'failed';

/** The only reader and writer of the table of held requests. Every method is synchronous and durable. */
export function heldRows(sql: Sql) {
  const counts = queueCounts(sql);

  const list = (where: string, ...values: SqlValue[]): HeldRow[] =>
    sql
      .exec<StoredRow>(`SELECT ${COLUMNS} FROM held_requests ${where}`, ...values)
      .toArray()
      .map(rowOf);

  const one = (where: string, ...values: SqlValue[]): HeldRow | null => list(where, ...values)[0] ?? null;

  return {
    /** Lists the paths with waiting requests in the order in which they began to wait. */
    queues: counts.queues,
    queueOf: counts.queueOf,
    markUnregistered: counts.markUnregistered,
    canWait: counts.canWait,
    totals: counts.totals,
    isQueueEmpty: (): boolean => counts.read().waiting.size === 0,
    isPartial: (): boolean => counts.read().isPartial,
    /** @returns the totals that the bounds limit. */
    sumKept(): { count: number; bytes: number } {
      const { kept, bytes } = counts.read();
      return { count: kept, bytes };
    },

    insert(row: NewHeldRow): void {
      // The counts must be read before a change, or they would include it twice.
      counts.read();
      sql.exec(
        `INSERT INTO held_requests (id, path, method, content, has_file, size, received_at, sender, why, next_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        row.id,
        row.path,
        row.method,
        row.content,
        Number(row.hasFile),
        row.size,
        row.receivedAt,
        row.from,
        row.why,
        row.nextAt,
      );
      if (row.hasFile) sql.exec('DELETE FROM held_files WHERE id = ?', row.id);
      counts.countState(row.path, null, 'waiting');
      counts.countKept(1, row.path.length + row.content.byteLength + (row.hasFile ? row.size : 0));
    },

    find: (id: string): HeldRow | null => one('WHERE id = ?', id),

    /** @returns the sealed content; null once it is deleted. */
    content(sequence: number): Uint8Array<ArrayBuffer> | null {
      const { content } = sql
        .exec<{ content: ArrayBuffer | null }>(
          'SELECT content FROM held_requests WHERE sequence = ?',
          sequence,
        )
        .one();
      return content && new Uint8Array(content);
    },

    /** @returns the oldest waiting request of a path. */
    head: (path: string): HeldRow | null =>
      one(`WHERE path = ? AND state = 'waiting' ORDER BY sequence LIMIT 1`, path),

    /** @returns when the next delayed attempt of a path's oldest request is due, UTC ms; null without one. */
    nextAt: (): number | null =>
      sql
        .exec<{ at: number }>(
          `SELECT next_at AS at FROM held_requests AS request WHERE state = 'waiting' AND next_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM held_requests WHERE state = 'waiting' AND path = request.path
               AND sequence < request.sequence)
           ORDER BY next_at LIMIT 1`,
        )
        .toArray()[0]?.at ?? null,

    /** Makes requests due after a start, except those that ended a process or that this generation left unanswered. */
    forgetDelays(now: number, generation: number): void {
      sql.exec(
        `UPDATE held_requests SET next_at = ? WHERE state = 'waiting' AND next_at > ? AND breaks = 0
           AND unanswered_in IS NOT ?`,
        now,
        now,
        generation,
      );
    },

    /** @param isGone whether to delete the content too. */
    change(row: HeldRow, change: ReplayProgress, { isGone }: { isGone: boolean }): void {
      counts.read();
      const isDeleted = isGone && row.hasContent;
      const isWaiting = change.state === 'waiting';
      sql.exec(
        `UPDATE held_requests SET ${isDeleted ? 'content = NULL, ' : ''}${isWaiting ? '' : 'is_unregistered = 0, '}state = ?, failure = ?, run = ?, attempts = ?, tries = ?,
           breaks = ?, unanswered_in = ?, first_tried_at = ?, next_at = ?, last_status = ?, finished_at = ? WHERE sequence = ?`,
        change.state,
        change.failure,
        change.run,
        change.attempts,
        change.tries,
        change.breaks,
        change.unansweredIn,
        change.firstTriedAt,
        change.nextAt,
        change.lastStatus,
        change.finishedAt,
        row.sequence,
      );
      if (isDeleted && row.hasFile)
        sql.exec('INSERT INTO held_files (id, since) VALUES (?, 0) ON CONFLICT DO NOTHING', row.id);
      if (isDeleted) counts.countKept(-1, row.keptBytes ?? 0);
      counts.countState(row.path, row.state, change.state);
    },

    /** Yields the waiting requests of a path, then the failed ones, each oldest first, of those received `until` an instant (UTC ms); their states can change meanwhile. */
    *openOf(path: string, until = Number.MAX_SAFE_INTEGER): Generator<HeldRow> {
      for (const state of ['waiting', 'failed'] as const) {
        let last: number | undefined = 0;
        while (last !== undefined) {
          const where = `WHERE path = ? AND state = '${state}' AND sequence > ? AND received_at <= ? ORDER BY sequence LIMIT ${BATCH}`;
          const batch: HeldRow[] = list(where, path, last, until);
          yield* batch;
          last = batch.at(-1)?.sequence;
        }
      }
    },

    /** @returns up to `limit` requests with content received until an instant, oldest first. */
    listKeptBefore: (at: number, limit: number): HeldRow[] =>
      list('WHERE received_at <= ? AND content IS NOT NULL ORDER BY received_at LIMIT ?', at, limit),

    /** @returns the arrival of the oldest request, UTC ms; null without requests. */
    oldestReceivedAt: (): number | null =>
      sql.exec<{ at: number | null }>('SELECT min(received_at) AS at FROM held_requests').one().at,

    /** Removes the rows without content of requests that ended until an instant. */
    forgetBefore(at: number): void {
      sql.exec('DELETE FROM held_requests WHERE content IS NULL AND finished_at <= ?', at);
      counts.forgetEnded();
    },

    /** @returns the sequence of the newest request; 0 without any. */
    newest: (): number =>
      sql.exec<{ newest: number | null }>('SELECT max(sequence) AS newest FROM held_requests').one().newest ??
      0,

    /** @returns up to `limit` rows after a sequence and up to another, oldest first. */
    between: (after: number, last: number, limit: number): HeldRow[] =>
      list('WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?', after, last, limit),

    /** A page of rows before a sequence, newest first. */
    page(filter: Pick<HeldFilter, 'path' | 'state'> & { before: number; limit: number }): HeldRow[] {
      const { path, state, before, limit } = filter;
      const values: SqlValue[] = [before];
      let where = 'sequence < ?';
      if (state !== undefined) {
        // Only open requests have contents.
        where += ` AND ${isOpen(state) ? OPEN : 'content IS NULL'} AND state = ?`;
        values.push(state);
      }
      if (path !== undefined) {
        where += ' AND path = ?';
        values.push(path);
      }
      // Finds the page first: in the index, SQLite reads no body of a row in another state.
      const index = state && isOpen(state) ? 'INDEXED BY held_open' : '';
      const page = `SELECT sequence FROM held_requests ${index} WHERE ${where} ORDER BY sequence DESC LIMIT ?`;
      return list(`WHERE sequence IN (${page}) ORDER BY sequence DESC`, ...values, limit);
    },

    /** Deletes every request, and notes their files for deletion. */
    clear(): void {
      sql.exec(
        `INSERT INTO held_files (id, since) SELECT id, 0 FROM held_requests WHERE has_file = 1 AND content IS NOT NULL
           ON CONFLICT DO NOTHING`,
      );
      sql.exec('DELETE FROM held_requests');
      counts.forget();
    },
  };
}

export type HeldRows = ReturnType<typeof heldRows>;
