import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, sendJson } from './http.ts';
import type { Portal } from './portal.ts';
import type { HookState } from './state.ts';

/** The maximum age of the known limit: far below the limit, and near it, where an upgrade applies within five seconds. */
const ASK_EVERY_MS = 60_000;
const ASK_AT_LIMIT_EVERY_MS = 4_000;
const RETRY_AFTER_SECONDS = 60;

/** The modes that count for a plan, as in n8n's own `isBillableExecution`. */
const COUNTED_MODES = ['cli', 'retry', 'trigger', 'webhook', 'evaluation'];
/** The paths whose requests start an execution. */
const STARTS_EXECUTION = /^\/(?:webhook|form|mcp)\//i;

/** The workspace's executions of this month, and the plan's limit on them. */
export function createExecutions(ports: {
  state: HookState;
  portal: Pick<Portal, 'plan'>;
  clock: { now(): number };
  report(error: unknown): void;
}) {
  const { state, portal, clock, report } = ports;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  const limit = (): number | null => {
    const known = state.fact('executions-limit');
    return known === null ? null : Number(known);
  };
  const used = () => state.executions(monthOf(clock.now()));
  const isAtLimit = () => {
    const allowed = limit();
    return allowed !== null && used() >= allowed;
  };

  /** The last known limit applies while the portal does not answer. */
  async function ask(): Promise<void> {
    isAsking = true;
    askedAt = clock.now();
    try {
      const { monthlyExecutionsLimit: newLimit } = await portal.plan();
      if (typeof newLimit === 'number' && Number.isInteger(newLimit)) {
        if (newLimit < 0) throw new Error('The portal answered no limit.');
        if (newLimit !== limit()) state.setFact('executions-limit', String(newLimit));
      }
    } catch (error) {
      report(error);
    } finally {
      isAsking = false;
    }
  }

  function askIfDue(): void {
    const every = isAtLimit() ? ASK_AT_LIMIT_EVERY_MS : ASK_EVERY_MS;
    if (!isAsking && clock.now() - askedAt >= every) void ask();
  }

  return {
    usage: (activeWorkflows: number) => ({
      timeframe: monthOf(clock.now()),
      executions: used(),
      activeWorkflows,
    }),

    /** Reads the limit from the portal when due; called every second. */
    tick: askIfDue,

    /** Before an execution: counts a billable one, on disk. @throws Error at the limit, so that n8n does not start it. */
    begin(mode: string, source: string | undefined): void {
      if (!isCounted(mode, source)) return;
      askIfDue();
      if (!state.countExecution(monthOf(clock.now()), limit()))
        throw new Error('This workspace has used up its executions for this month.');
    },

    /** After a cancelled execution, which no plan counts. */
    takeBack(mode: string): void {
      if (isCounted(mode, undefined)) state.uncountExecution(monthOf(clock.now()));
    },

    /** A layer that refuses requests for executions at the limit, in a form that sender and gateway recognize. */
    refuseAtLimit(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      if (!STARTS_EXECUTION.test(pathOf(request)) || !isAtLimit()) {
        next();
        return;
      }
      askIfDue();
      response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
      response.setHeader('Weft-Refused', 'execution-limit');
      const message = 'This workspace has used up its executions for this month.';
      sendJson(response, 429, { code: 'execution_limit_reached', message });
    },
  };
}

export type Executions = ReturnType<typeof createExecutions>;

function isCounted(mode: string, source: string | undefined): boolean {
  return source !== 'instance_ai' && COUNTED_MODES.includes(mode);
}

/** @returns the month of an instant (UTC ms), such as `2026-11`. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
