import type { DatabaseSync } from 'node:sqlite';

/** The longest id that a restore and the portal's filter take; n8n accepts an id of any length. */
const MAX_ID_LENGTH = 64;
const MAX_NAME_LENGTH = 128;
/** The workflows of a month with separate sums; the portal takes an answer of 8 MiB, and shows fewer. */
const MAX_WORKFLOWS_PER_MONTH = 1_000;

/** An execution as it begins; `at` is UTC ms. */
export interface BegunExecution {
  at: number;
  workflowId: string;
  workflowName: string;
  /** Such as `webhook`, `schedule` or `manual`. */
  trigger: string;
}

/** `reason`: why it is not counted; null for a counted one. */
export interface ExecutionRow extends BegunExecution {
  id: number;
  reason: string | null;
}

/** Executions of one workflow by day of the month, from the first; `id` is empty for the shared sum. */
export interface WorkflowSums {
  id: string;
  name: string;
  counted: number[];
  notCounted: number[];
}

export interface ExecutionFilter {
  /** Such as `2026-11`. */
  month: string;
  /** Of the month, from 1. */
  day?: number | undefined;
  workflowId?: string | undefined;
  isCounted?: boolean | undefined;
  /** The last id of the page before. */
  before?: number | undefined;
}

/** @returns the sums of a month by workflow; those with the fewest executions share one, beyond the maximum. */
export function readSums(db: DatabaseSync, month: string): WorkflowSums[] {
  const days = db
    .prepare(
      `WITH days AS (SELECT * FROM execution_days WHERE day >= ?1 AND day <= ?1 || '-31'),
         own AS (SELECT workflow_id AS id FROM days GROUP BY 1 ORDER BY sum(counted) DESC, sum(not_counted) DESC, 1 LIMIT ?2)
       SELECT day, coalesce(own.id, '') AS id, iif(own.id IS NULL, '', workflow_name) AS name,
         sum(counted) AS counted, sum(not_counted) AS notCounted
       FROM days LEFT JOIN own ON own.id = workflow_id GROUP BY day, 2 ORDER BY day`,
    )
    .all(month, MAX_WORKFLOWS_PER_MONTH) as unknown as Array<{
    day: string;
    id: string;
    name: string;
    counted: number;
    notCounted: number;
  }>;
  const byWorkflow = new Map<string, WorkflowSums>();
  const length = daysIn(month);
  for (const { day, id, name, counted, notCounted } of days) {
    const empty = () => Array.from({ length }, () => 0);
    const sums = byWorkflow.get(id) ?? { id, name, counted: empty(), notCounted: empty() };
    byWorkflow.set(id, sums);
    const index = Number(day.slice(8)) - 1;
    sums.counted[index] = counted;
    sums.notCounted[index] = notCounted;
    // The workflow's last name of the month.
    sums.name = name;
  }
  return [...byWorkflow.values()];
}

/** @returns rows, the newest first. */
export function readRows(db: DatabaseSync, filter: ExecutionFilter, limit: number): ExecutionRow[] {
  const { month, day, workflowId, isCounted, before } = filter;
  const where: string[] = [];
  const values: Array<string | number> = [];
  const add = (condition: string, ...given: Array<string | number>) => {
    where.push(condition);
    values.push(...given);
  };
  if (day !== undefined) add('day = ?', `${month}-${String(day).padStart(2, '0')}`);
  // By `+` not by the index of days: SQLite would sort all of the month's rows for each page.
  else add('+day >= ? AND +day <= ?', month, `${month}-31`);
  if (workflowId !== undefined) add('workflow_id = ?', workflowId);
  if (isCounted !== undefined) add(isCounted ? 'reason IS NULL' : 'reason IS NOT NULL');
  if (before !== undefined) add('id < ?', before);
  return db
    .prepare(
      `SELECT id, at, workflow_id AS workflowId, workflow_name AS workflowName, trigger, reason FROM execution_rows
       WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT ?`,
    )
    .all(...values, limit) as unknown as ExecutionRow[];
}

/** @returns the execution with its workflow's id and name as stored: the portal refuses a month with longer ones. */
export function truncateTexts(run: BegunExecution): BegunExecution {
  const { workflowId, workflowName } = run;
  return {
    ...run,
    workflowId: truncateId(workflowId),
    workflowName: String(workflowName).slice(0, MAX_NAME_LENGTH),
  };
}

/** As text: the JSON of an inline sub-workflow can have an id of any type, such as the number of an early export. */
export function truncateId(workflowId: string): string {
  return String(workflowId).slice(0, MAX_ID_LENGTH);
}

/** @returns the UTC day of an instant, `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** @returns the UTC month of an instant, `YYYY-MM`. */
export function monthOf(at: number): string {
  return dayOf(at).slice(0, 7);
}

function daysIn(month: string): number {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** @returns the month before one such as `2026-11`. */
export function monthBefore(month: string): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}
