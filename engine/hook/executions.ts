import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { reasonOf, triggerOf } from './execution-kind.ts';
import { type BegunExecution, monthOf } from './execution-rows.ts';
import { pathOf, sendUnread } from './http.ts';
import type { PlanLimits } from './plan-limits.ts';
import type { HookState } from './state.ts';

const RETRY_AFTER_SECONDS = 60;
const USED_UP = 'This workspace has used up its executions for this month.';

/** Paths whose requests start an execution; the first segment is the trigger in its row. */
const STARTS_EXECUTION = /^\/(webhook|form|mcp)\//i;

/** A workflow as n8n hands it to the hook before an execution. `settings` is part of the execution's data afterwards. */
export interface StartingWorkflow {
  id?: string;
  name?: string;
  /** By name before an execution, a list after it. */
  nodes?: Readonly<Record<string, { type?: string }>> | ReadonlyArray<{ type?: string }>;
  settings?: object;
}

/** An execution as n8n hands it to the hook when it ends, or begins to wait. */
export interface EndedRun {
  mode: string;
  status: string;
  startedAt?: Date;
}

/** What the portal and n8n's editor show of this month, such as `2026-11`. */
export interface Usage {
  timeframe: string;
  executions: number;
  activeWorkflows: number;
}

/** The workspace's executions, and the plan's limit on those of this month. */
export function createExecutions(ports: {
  state: Pick<HookState, 'executions'>;
  limits: PlanLimits;
  clock: { now(): number };
  report(error: unknown): void;
}) {
  const { state, limits, clock, report } = ports;
  const log = state.executions;
  /** The request that starts an execution. */
  const starting = new AsyncLocalStorage<{ kind: string; response: ServerResponse }>();
  /** Rows of executions that run in this process, by the settings object that n8n carries from beginning to end. */
  const running = new WeakMap<object, number>();

  const limit = () => limits.limitOf('monthlyExecutionsLimit');
  const used = () => log.used(monthOf(clock.now()));
  const isAtLimit = () => {
    const allowed = limit();
    return allowed !== null && used() >= allowed;
  };

  /** Reads the limit from the portal when due. */
  const refreshLimit = () => void limits.refresh({ isAtLimit: isAtLimit() });

  function runOf(workflow: StartingWorkflow, mode: string): BegunExecution {
    const nodeTypes = Object.values(workflow.nodes ?? {}).map(({ type }) => type ?? '');
    const trigger = triggerOf(mode, starting.getStore()?.kind, nodeTypes);
    return { at: clock.now(), trigger, workflowId: workflow.id ?? '', workflowName: workflow.name ?? '' };
  }

  /** A row without a count: a full disk must not stop what no plan counts. */
  function note(run: BegunExecution, reason: string): number | null {
    try {
      return log.note(run, reason);
    } catch (error) {
      report(error);
      return null;
    }
  }

  /**
   * Counts an execution, on disk.
   * @throws Error at the limit: the request was admitted below it, together with others that used the limit up. n8n answers
   *   500, and the gateway holds a marked request. An execution without a request only gets a row.
   */
  function count(run: BegunExecution): number {
    refreshLimit();
    const row = log.count(run, limit());
    if (row !== null) return row;
    const response = starting.getStore()?.response;
    if (response && !response.headersSent) markRefused(response);
    else note(run, 'limit');
    throw new Error(USED_UP);
  }

  function onEnd(run: EndedRun, workflow: StartingWorkflow, executionId: string): void {
    const { settings } = workflow;
    const ownRow = settings && running.get(settings);
    if (settings) running.delete(settings);
    const row = ownRow ?? log.rowOf(executionId);
    const isCounted = reasonOf(run.mode, undefined) === null;
    switch (run.status) {
      case 'waiting':
        if (ownRow !== undefined) log.setExecutionId(ownRow, executionId);
        return;
      case 'canceled': {
        const startedAt = run.startedAt?.getTime() ?? clock.now();
        const begun = row ?? (isCounted ? log.newestCounted(workflow.id ?? '', startedAt) : null);
        if (begun !== null) log.cancel(begun, executionId);
        return;
      }
      case 'error':
        // n8n checks a workflow's credentials before it calls the hook, and reports a failure as an execution.
        if (row === null && isCounted) note(runOf(workflow, run.mode), 'not_started');
    }
  }

  return {
    usage: (activeWorkflows: number): Usage => ({
      timeframe: monthOf(clock.now()),
      executions: used(),
      activeWorkflows,
    }),

    /** Called every second. */
    tick: refreshLimit,

    /** Before an execution: counts a billable one. @throws Error at the limit, so that n8n does not start it. */
    begin(workflow: StartingWorkflow, mode: string, source: string | undefined): void {
      const run = runOf(workflow, mode);
      const reason = reasonOf(mode, source);
      const row = reason === null ? count(run) : note(run, reason);
      if (row === null) return;
      // A copy, since n8n gives an inline sub-workflow its parent's object, and executions by triggers that of a cache.
      workflow.settings = { ...workflow.settings };
      running.set(workflow.settings, row);
    },

    /**
     * After an execution, or when it begins to wait: takes a canceled execution back, and notes one that never began. Never
     * throws, since n8n saves the execution in any case.
     */
    end(run: EndedRun, workflow: StartingWorkflow, executionId: string): void {
      try {
        onEnd(run, workflow, executionId);
      } catch (error) {
        report(error);
      }
    },

    /**
     * A layer that refuses requests for executions at the limit, in a form that sender and gateway recognize. Below the
     * limit, it remembers the request for the row of its execution.
     */
    refuseAtLimit(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const kind = STARTS_EXECUTION.exec(pathOf(request))?.[1]?.toLowerCase();
      if (kind === undefined) next();
      else if (!isAtLimit()) starting.run({ kind, response }, next);
      else {
        refreshLimit();
        markRefused(response);
        sendUnread(request, response, 429, { code: 'execution_limit_reached', message: USED_UP });
      }
    },
  };
}

/** Marks an answer, so that the gateway holds its request. */
function markRefused(response: ServerResponse): void {
  response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  response.setHeader('Weft-Refused', 'execution-limit');
}

export type Executions = ReturnType<typeof createExecutions>;
