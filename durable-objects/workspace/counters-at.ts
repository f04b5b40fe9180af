import type { MonthCounter } from '#app/domain/instance/machine/events.ts';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { monthBegins } from '#app/domain/usage/months.ts';
import { sum } from '#app/domain/usage/sum.ts';

const PAGE_ROWS = 1_000;
/** As many requests as one invocation can make in addition to its others: half a million executions of a day. */
const MAX_PAGES = 500;

type Reads = Pick<WorkspaceProcess, 'monthSums' | 'executions'>;
interface Month {
  facts: InstanceFacts;
  month: string;
}

/**
 * Reads a month's counter at earlier instants, by the process's clock: the sums of the days before, and the rows of the
 * day itself. Executions of that day without a row count as earlier: reverting to an earlier version added them.
 * @param instants UTC ms.
 * @throws when the process does not answer, or answers more rows than a day can have: it runs its users' code, whose
 *   pages may never end.
 */
export async function countersAt(
  process: Reads,
  month: Month,
  instants: readonly number[],
): Promise<MonthCounter[]> {
  const counters: MonthCounter[] = [];
  for (const since of instants) counters.push({ since, executions: await counterAt(process, month, since) });
  return counters;
}

async function counterAt(process: Reads, of: Month, since: number): Promise<number> {
  const { facts, month } = of;
  const day = Math.floor((since - monthBegins(month)) / DAY_MS) + 1;
  if (day < 1) return 0;
  // Before the rows, so that an execution that runs meanwhile does not count as one without a row.
  const { workflows } = await process.monthSums(facts, month);
  const sumOf = (isMeant: (one: number) => boolean) =>
    sum(workflows.flatMap(({ counted }) => counted.filter((_, index) => isMeant(index + 1))));
  const rows = await rowsOf(process, of, { day, since });
  const withoutRow = Math.max(0, sumOf((one) => one === day) - rows.all);
  return sumOf((one) => one < day) + withoutRow + rows.before;
}

/** @returns the counted executions of a day, and the number of those that began before an instant. */
async function rowsOf(
  process: Reads,
  { facts, month }: Month,
  { day, since }: { day: number; since: number },
): Promise<{ all: number; before: number }> {
  const count = { all: 0, before: 0 };
  let cursor: string | null | undefined;
  for (let pages = 0; cursor !== null; pages += 1) {
    if (pages === MAX_PAGES)
      throw new Error(`Day ${day} of ${month} has over ${MAX_PAGES} pages of executions.`);
    const filter = { month, day, isCounted: true, limit: PAGE_ROWS, ...(cursor && { cursor }) };
    const { rows, next } = await process.executions(facts, filter);
    count.all += rows.length;
    count.before += rows.filter(({ at }) => at < since).length;
    cursor = next;
  }
  return count;
}
