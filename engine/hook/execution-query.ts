import type { ExecutionLog } from './execution-log.ts';
import type { ExecutionFilter } from './execution-rows.ts';

const MAX_PAGE_ROWS = 1_000;
const DEFAULT_PAGE_ROWS = 50;

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
const isNumber = (text: string, max: number) => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= max;

/**
 * `GET /weft/usage-days`.
 * @returns the counter of `?month=2026-11`, and its sums by workflow and day; null for a query without a month.
 */
export function answerSums(log: ExecutionLog, query: URLSearchParams) {
  const month = query.get('month') ?? '';
  return isMonth(month) ? { month, ...log.sums(month) } : null;
}

/**
 * `GET /weft/executions`.
 * @returns the rows of `?month=&day=&workflow=&counted=&cursor=&limit=`, the newest first; `next` is the cursor of the page
 *   after. Null for an invalid query.
 */
export function answerRows(log: ExecutionLog, query: URLSearchParams) {
  const filter = filterOf(query);
  const asked = query.get('limit') ?? String(DEFAULT_PAGE_ROWS);
  if (!filter || !isNumber(asked, MAX_PAGE_ROWS)) return null;
  const limit = Number(asked);
  // One row more reveals whether there is another page.
  const found = log.rows(filter, limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? String(rows.at(-1)?.id) : null };
}

function filterOf(query: URLSearchParams): ExecutionFilter | null {
  const month = query.get('month') ?? '';
  const day = query.get('day');
  const before = query.get('cursor');
  const counted = query.get('counted');
  if (!isMonth(month)) return null;
  if (day !== null && !isNumber(day, 31)) return null;
  if (before !== null && !isNumber(before, Number.MAX_SAFE_INTEGER)) return null;
  if (counted !== null && counted !== 'true' && counted !== 'false') return null;
  return {
    month,
    day: day === null ? undefined : Number(day),
    workflowId: query.get('workflow') ?? undefined,
    isCounted: counted === null ? undefined : counted === 'true',
    before: before === null ? undefined : Number(before),
  };
}
