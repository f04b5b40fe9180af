import type { InstanceState } from '#app/domain/instance/state.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { boundWorkflows } from '#app/domain/usage/by-workflow.ts';
import {
  type ExecutionFilter,
  type ExecutionPage,
  isWholeMonth,
  passesFilter,
} from '#app/domain/usage/executions.ts';
import { monthBefore } from '#app/domain/usage/months.ts';
import type { KeptMonth, UsageReport } from '#app/domain/usage/report.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { ExecutionsRequest, UsageReportRequest } from '#app/use-cases/workspace/rpc-requests.ts';
import { whileOnline } from './guards.ts';
import type { KeptMonths } from './kept-months.ts';
import type { InstancePorts } from './ports.ts';

/** Workflows of a month with separate sums; a kept month stays below 200 kB. */
const MAX_WORKFLOWS = 200;
const PAGE_ROWS = 50;

/** Reads a workspace's executions from its process, and keeps the last readings for the time when the process is down. */
export function usageReports(ports: InstancePorts & { keptMonths: KeptMonths }) {
  const { clock, store, keptMonths } = ports;

  /** @returns null for a workspace that does not run. @throws when the process does not answer. */
  async function readMonth(
    { phase, facts, incarnation }: InstanceState,
    filter: ExecutionFilter,
  ): Promise<{ current: KeptMonth; previous: KeptMonth } | null> {
    if (phase.kind !== 'online') return null;
    const [sums, before, page] = await Promise.all([
      ports.process.monthSums(facts, filter.month),
      ports.process.monthSums(facts, monthBefore(filter.month)),
      ports.process.executions(facts, { ...filter, limit: PAGE_ROWS }),
    ]);
    const readAt = clock.now();
    const previous = { sums: boundWorkflows(before, MAX_WORKFLOWS), page: null, readAt };
    const current = { sums: boundWorkflows(sums, MAX_WORKFLOWS), page, readAt };
    keep(incarnation, [{ ...current, page: isWholeMonth(filter) ? page : null }, previous]);
    return { current, previous };
  }

  /** Keeps nothing of a workspace that was deleted meanwhile, and no future month, which would replace a past one. */
  function keep(incarnation: number, months: readonly KeptMonth[]): void {
    const now = store.readState();
    if (now?.incarnation !== incarnation || now.phase.kind === 'deleted') return;
    const current = timeframeOf(clock.now());
    for (const month of months) if (month.sums.month <= current) keptMonths.keep(month);
  }

  return {
    async report({ accountId, filter: asked }: UsageReportRequest): Promise<UsageReport | null> {
      const state = store.readState();
      if (state?.facts.accountId !== accountId || state.phase.kind === 'deleted') return null;
      const now = clock.now();
      const filter = { ...asked, month: asked.month ?? timeframeOf(now) };
      const read = await readMonth(state, filter).catch((error: unknown) => {
        ports.reportError(error);
        return null;
      });
      const current = read?.current ?? keptMonths.find(filter.month);
      const previous = read?.previous ?? keptMonths.find(monthBefore(filter.month));
      return {
        view: viewOf(state, now),
        now,
        usageByDay: store.usageByDay(),
        month: filter.month,
        sums: current?.sums ?? null,
        previous: previous?.sums ?? null,
        page: read ? read.current.page : pageOfKept(current, filter),
        readAt: current?.readAt ?? null,
        isLive: read !== null,
      };
    },

    executions({ accountId, filter, limit }: ExecutionsRequest): Promise<RpcResult<ExecutionPage>> {
      return whileOnline(ports, accountId, async ({ facts }) => {
        return { ok: true, value: await ports.process.executions(facts, { ...filter, limit }) };
      });
    },
  };
}

function pageOfKept(kept: KeptMonth | null, filter: ExecutionFilter): ExecutionPage | null {
  if (!kept?.page) return null;
  return { rows: kept.page.rows.filter((row) => passesFilter(row, filter)), next: null };
}
