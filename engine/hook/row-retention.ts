import type { DatabaseSync } from 'node:sqlite';
import { monthBefore } from './execution-rows.ts';

/** More than two months of the largest plan that sells more executions; about 130 MB of a volume of 2 GiB. */
const MAX_ROWS = 1_000_000;
/** Old rows deleted with each new one: more than arrive, and few enough that no execution waits for them. */
const DROPPED_PER_INSERT = 20;

/** Which rows of executions are kept. Its statements run in the transaction of the row that is added. */
export function openRowRetention(db: DatabaseSync, maxRows: number = MAX_ROWS) {
  const dropBefore = db.prepare(
    `DELETE FROM execution_rows WHERE id IN (SELECT id FROM execution_rows ORDER BY id LIMIT ${DROPPED_PER_INSERT})
       AND day < ?`,
  );
  const dropUncounted = db.prepare(
    `DELETE FROM execution_rows
     WHERE id IN (SELECT id FROM execution_rows WHERE reason IS NOT NULL ORDER BY id LIMIT ?)`,
  );
  const dropOldest = db.prepare(
    'DELETE FROM execution_rows WHERE id IN (SELECT id FROM execution_rows ORDER BY id LIMIT ?)',
  );
  const selectCount = db.prepare('SELECT count(*) AS count FROM execution_rows');
  const countRows = () => Number(selectCount.get()?.count);
  /** Counting a million rows at each insert would take longer than the insert itself. */
  let rowCount = countRows();

  return {
    /**
     * Drops rows from before last month and, beyond the maximum, the oldest ones: first those that no plan counts, so that every
     * counted execution can be seen.
     * @param day of the added row, `YYYY-MM-DD`.
     */
    rowAdded(day: string): void {
      rowCount += 1 - Number(dropBefore.run(`${monthBefore(day.slice(0, 7))}-01`).changes);
      const excess = Math.min(rowCount - maxRows, DROPPED_PER_INSERT);
      if (excess <= 0) return;
      const dropped = Number(dropUncounted.run(excess).changes);
      const droppedCounted = dropped < excess ? Number(dropOldest.run(excess - dropped).changes) : 0;
      rowCount -= dropped + droppedCounted;
    },

    /** Counts the rows again, after a transaction that was rolled back. */
    recount(): void {
      rowCount = countRows();
    },
  };
}
