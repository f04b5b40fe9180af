import { daysInMonth, monthPattern } from './months.ts';

/** The trigger of an execution; `trigger` if the workflow has both schedules and events. */
export const executionTriggers = [
  'webhook',
  'form',
  'mcp',
  'schedule',
  'event',
  'trigger',
  'retry',
  'evaluation',
  'cli',
  'manual',
  'chat',
  'sub_workflow',
  'error_workflow',
  'agent',
  'other',
] as const;
export type ExecutionTrigger = (typeof executionTriggers)[number];

/** Why an execution does not count; `not_production` for any other mode of n8n. */
export const uncountedReasons = [
  'manual',
  'chat',
  'sub_workflow',
  'error_workflow',
  'agent',
  'instance_ai',
  'cancelled',
  'limit',
  'not_started',
  'not_production',
] as const;
export type UncountedReason = (typeof uncountedReasons)[number];

/** An execution of a workspace, from its process. */
export interface ExecutionRow {
  /** Grows with each execution of the workspace. */
  id: number;
  /** Its beginning, UTC ms. */
  at: number;
  /** Empty for a workflow without an id. */
  workflowId: string;
  /** The workflow's name at that time. */
  workflowName: string;
  trigger: ExecutionTrigger;
  /** Null for a counted execution. */
  reason: UncountedReason | null;
}

/** Rows of a month, the newest first. */
export interface ExecutionPage {
  rows: ExecutionRow[];
  /** Cursor of the next page; null after the last. */
  next: string | null;
}

/** A row's id: a number that the workspace can read. */
export const cursorPattern = /^[1-9]\d{0,14}$/;

/** The executions to read. */
export interface ExecutionFilter {
  /** `YYYY-MM`, UTC. */
  month: string;
  /** Day of the month, from 1. */
  day?: number | undefined;
  workflowId?: string | undefined;
  isCounted?: boolean | undefined;
  cursor?: string | undefined;
}

/** Executions of one workflow by day of the month, from the first. */
export interface WorkflowSums {
  /** Empty for the sum of all workflows without a separate one. */
  id: string;
  name: string;
  counted: number[];
  notCounted: number[];
}

/** A month of a workspace: its counter, which the counted sums add up to. */
export interface MonthSums {
  month: string;
  executions: number;
  workflows: WorkflowSums[];
}

/** Reads a filter from an address, `month` by default; ignores invalid parameters: an old link shows more, not nothing. */
export function readExecutionFilter(query: URLSearchParams, month: string): ExecutionFilter {
  const day = Number(query.get('day'));
  const counted = query.get('counted');
  const cursor = query.get('cursor') ?? '';
  const given = query.get('month') ?? '';
  const filtered = monthPattern.test(given) ? given : month;
  return {
    month: filtered,
    day: Number.isInteger(day) && day >= 1 && day <= daysInMonth(filtered) ? day : undefined,
    workflowId: query.get('workflow')?.slice(0, 64) || undefined,
    isCounted: counted === 'yes' ? true : counted === 'no' ? false : undefined,
    cursor: cursorPattern.test(cursor) ? cursor : undefined,
  };
}

/** @returns the address's query of a filter; the other direction of {@link readExecutionFilter}. */
export function queryOfFilter({ month, day, workflowId, isCounted, cursor }: ExecutionFilter): string {
  const query = new URLSearchParams({ month });
  if (day !== undefined) query.set('day', String(day));
  if (workflowId !== undefined) query.set('workflow', workflowId);
  if (isCounted !== undefined) query.set('counted', isCounted ? 'yes' : 'no');
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.toString();
}

/** @returns whether a filter leaves out nothing of its month. */
export function isWholeMonth({ day, workflowId, isCounted, cursor }: ExecutionFilter): boolean {
  return [day, workflowId, isCounted, cursor].every((part) => part === undefined);
}

/** @returns whether a row of the filter's month passes it. */
export function passesFilter(row: ExecutionRow, { day, workflowId, isCounted }: ExecutionFilter): boolean {
  if (day !== undefined && new Date(row.at).getUTCDate() !== day) return false;
  if (workflowId !== undefined && row.workflowId !== workflowId) return false;
  return isCounted === undefined || (row.reason === null) === isCounted;
}
