import type { DatabaseSync } from 'node:sqlite';
import {
  type BegunExecution,
  dayOf,
  type ExecutionFilter,
  monthOf,
  readRows,
  readSums,
  truncateId,
  truncateTexts,
} from './execution-rows.ts';
import { openRowRetention } from './row-retention.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS executions (month TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS execution_days (day TEXT NOT NULL, workflow_id TEXT NOT NULL, workflow_name TEXT NOT NULL,
    counted INTEGER NOT NULL, not_counted INTEGER NOT NULL, PRIMARY KEY (day, workflow_id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS execution_rows (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, day TEXT NOT NULL,
    workflow_id TEXT NOT NULL, workflow_name TEXT NOT NULL, trigger TEXT NOT NULL, reason TEXT, execution_id TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS raised_claims (claim INTEGER PRIMARY KEY) STRICT;
  CREATE INDEX IF NOT EXISTS execution_rows_by_day ON execution_rows (day, id);
  CREATE INDEX IF NOT EXISTS execution_rows_by_workflow ON execution_rows (workflow_id, id);
  CREATE INDEX IF NOT EXISTS execution_rows_uncounted ON execution_rows (id) WHERE reason IS NOT NULL;
  CREATE INDEX IF NOT EXISTS execution_rows_by_execution ON execution_rows (execution_id) WHERE execution_id IS NOT NULL;
`;

/** Months of counts and sums that are kept: the current one, and a year to look up. */
const MONTHS_KEPT = 13;
/** The workflows of a day with separate sums; the rest of the day shares one sum. */
const MAX_WORKFLOWS_PER_DAY = 500;
/** The id of the shared sum: of workflows beyond the maximum, and of counts from before there were sums. */
const NO_WORKFLOW = '';

/** Executions that the portal counted until a workspace went back. */
export interface CountedBefore {
  /** Serial of the claim with the earlier data. */
  claim: number;
  /** `YYYY-MM`. */
  month: string;
  executions: number;
}

/**
 * Reads `WEFT_COUNTED` (docs/cluster.md, "Start").
 * @returns null when it is unset, or not in the portal's format.
 */
export function readCountedBefore(text: string | undefined): CountedBefore | null {
  const [, claim, month, executions] = /^(\d{1,9})\/(\d{4}-\d{2})\/(\d{1,12})$/.exec(text ?? '') ?? [];
  if (month === undefined) return null;
  return { claim: Number(claim), month, executions: Number(executions) };
}

/**
 * Every execution of the workspace: the month's counter, the sums by workflow and day, and a row for each execution. One
 * transaction writes all three, so a month's sums always equal its counter.
 *
 * @param db with `journal_mode = WAL`.
 * @param synchronous of its commits: `FULL` survives a failure of the machine, `NORMAL` a kill of the process alone.
 */
export function openExecutionLog(
  db: DatabaseSync,
  synchronous: 'FULL' | 'NORMAL' = 'FULL',
  maxRows?: number,
) {
  db.exec(`PRAGMA synchronous = ${synchronous}`);
  db.exec(SCHEMA);
  const beginMonth = db.prepare('INSERT INTO executions (month, count) VALUES (?, 0) ON CONFLICT DO NOTHING');
  const forgetMonths = db.prepare(
    `DELETE FROM executions WHERE month <> ?1
       AND month NOT IN (SELECT month FROM executions ORDER BY month DESC LIMIT ${MONTHS_KEPT})`,
  );
  const forgetDays = db.prepare(
    'DELETE FROM execution_days WHERE substr(day, 1, 7) NOT IN (SELECT month FROM executions)',
  );
  const addToMonth = db.prepare(
    'UPDATE executions SET count = count + 1 WHERE month = ?1 AND (?2 IS NULL OR count < ?2)',
  );
  const insertRaised = db.prepare('INSERT INTO raised_claims (claim) VALUES (?) ON CONFLICT DO NOTHING');
  const setMonth = db.prepare('UPDATE executions SET count = ? WHERE month = ?');
  const takeFromMonth = db.prepare('UPDATE executions SET count = count - 1 WHERE month = ?');
  const selectCount = db.prepare('SELECT count FROM executions WHERE month = ?');
  const addToDay = db.prepare(
    `UPDATE execution_days SET counted = counted + ?1, not_counted = not_counted + ?2,
       workflow_name = coalesce(?5, workflow_name) WHERE day = ?3 AND workflow_id = ?4`,
  );
  const countWorkflows = db.prepare('SELECT count(*) AS count FROM execution_days WHERE day = ?');
  const insertDay = db.prepare(
    `INSERT INTO execution_days (counted, not_counted, day, workflow_id, workflow_name) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (day, workflow_id) DO UPDATE SET counted = counted + ?1, not_counted = not_counted + ?2`,
  );
  const insertRow = db.prepare(
    'INSERT INTO execution_rows (at, day, workflow_id, workflow_name, trigger, reason) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const retention = openRowRetention(db, maxRows);
  const selectRow = db.prepare('SELECT day, workflow_id FROM execution_rows WHERE id = ? AND reason IS NULL');
  const cancelRow = db.prepare(
    `UPDATE execution_rows SET reason = 'cancelled', execution_id = coalesce(?2, execution_id) WHERE id = ?1`,
  );
  const setId = db.prepare('UPDATE execution_rows SET execution_id = ?2 WHERE id = ?1');
  const selectByExecution = db.prepare('SELECT id FROM execution_rows WHERE execution_id = ?');
  const selectNewest = db.prepare(
    `SELECT id FROM execution_rows WHERE workflow_id = ? AND reason IS NULL AND at <= ? ORDER BY id DESC LIMIT 1`,
  );

  function transaction<Result>(work: () => Result): Result {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      retention.recount();
      throw error;
    }
  }

  /** Commits without waiting for the disk: such commits survive a kill of the process. */
  function commitFast<Result>(work: () => Result): Result {
    db.exec('PRAGMA synchronous = NORMAL');
    try {
      return work();
    } finally {
      db.exec(`PRAGMA synchronous = ${synchronous}`);
    }
  }

  function enterMonth(month: string): void {
    if (beginMonth.run(month).changes === 0) return;
    forgetMonths.run(month);
    forgetDays.run();
  }

  function addToSums(
    day: string,
    { workflowId, workflowName, trigger }: BegunExecution,
    counts: [number, number],
  ): void {
    // An inline sub-workflow has the id of the workflow that runs it.
    const newName = trigger === 'sub_workflow' ? null : workflowName;
    if (addToDay.run(...counts, day, workflowId, newName).changes === 1) return;
    const isFull = Number(countWorkflows.get(day)?.count) >= MAX_WORKFLOWS_PER_DAY;
    const sum = isFull ? ([NO_WORKFLOW, ''] as const) : ([workflowId, workflowName] as const);
    insertDay.run(...counts, day, ...sum);
  }

  /** Adds an execution to the sums of its day, and its row. @returns the row's id. */
  function addExecution(begun: BegunExecution, reason: string | null): number {
    const run = truncateTexts(begun);
    const { at, workflowId, workflowName, trigger } = run;
    const day = dayOf(at);
    addToSums(day, run, reason === null ? [1, 0] : [0, 1]);
    const { lastInsertRowid } = insertRow.run(at, day, workflowId, workflowName, trigger, reason);
    retention.rowAdded(day);
    return Number(lastInsertRowid);
  }

  /** Counts from before sums were kept get a sum without a workflow, on the first day of their month. */
  function adoptEarlierCounts(): void {
    const missing = db
      .prepare(
        `SELECT month, count - (SELECT coalesce(sum(counted), 0) FROM execution_days WHERE substr(day, 1, 7) = month) AS missing
         FROM executions`,
      )
      .all() as unknown as Array<{ month: string; missing: number }>;
    for (const { month, missing: counted } of missing)
      if (counted > 0) insertDay.run(counted, 0, `${month}-01`, NO_WORKFLOW, '');
  }
  transaction(adoptEarlierCounts);

  const used = (month: string) => (selectCount.get(month)?.count as number | undefined) ?? 0;

  return {
    /** Counts an execution, durably, unless its month is at the `limit`. @returns its row; null at the limit, without any change. */
    count: (begun: BegunExecution, limit: number | null) =>
      transaction(() => {
        const month = monthOf(begun.at);
        enterMonth(month);
        return addToMonth.run(month, limit).changes === 0 ? null : addExecution(begun, null);
      }),
    /** Adds a row that no plan counts. Survives a kill of the process, but not a failure of the machine. */
    note: (begun: BegunExecution, reason: string) =>
      commitFast(() =>
        transaction(() => {
          enterMonth(monthOf(begun.at));
          return addExecution(begun, reason);
        }),
      ),
    /** Takes a counted execution back, in the month, day and workflow of its row. @returns false when it is not counted. */
    cancel: (id: number, executionId?: string) =>
      transaction(() => {
        const row = selectRow.get(id) as Record<'day' | 'workflow_id', string> | undefined;
        if (!row) return false;
        cancelRow.run(id, executionId ?? null);
        takeFromMonth.run(row.day.slice(0, 7));
        // The sum that the row was added to: its workflow's own, or the shared one.
        if (addToDay.run(-1, 1, row.day, row.workflow_id, null).changes === 0)
          addToDay.run(-1, 1, row.day, NO_WORKFLOW, null);
        return true;
      }),
    /**
     * Raises the counter of data from before an update to what was counted until the workspace went back, once for a claim. The
     * difference is a sum without a workflow.
     */
    raise: ({ claim, month, executions }: CountedBefore) =>
      transaction(() => {
        if (insertRaised.run(claim).changes === 0) return;
        const missing = executions - used(month);
        if (missing <= 0) return;
        enterMonth(month);
        setMonth.run(executions, month);
        insertDay.run(missing, 0, `${month}-01`, NO_WORKFLOW, '');
      }),
    /** Gives a row n8n's own id, by which an execution that waits is known after a restart. */
    setExecutionId: (id: number, executionId: string) => commitFast(() => void setId.run(id, executionId)),
    rowOf: (executionId: string) => (selectByExecution.get(executionId)?.id as number | undefined) ?? null,
    /** @returns the newest counted row of a workflow that began until `at`, UTC ms; null for none. */
    newestCounted: (workflowId: string, at: number) =>
      (selectNewest.get(truncateId(workflowId), at)?.id as number | undefined) ?? null,
    /** @returns the month's counter. */
    used,
    /** @returns the counter and the sums of a month, read together. */
    sums: (month: string) => ({ executions: used(month), workflows: readSums(db, month) }),
    /** @returns rows, the newest first. */
    rows: (filter: ExecutionFilter, limit: number) => readRows(db, filter, limit),
  };
}

export type ExecutionLog = ReturnType<typeof openExecutionLog>;
