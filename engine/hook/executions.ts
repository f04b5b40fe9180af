import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, sendJson } from './http.ts';
import type { Portal } from './portal.ts';
import type { HookState } from './state.ts';

/** How old what is known of the limit may be: well below it, and where an upgrade is to be felt within five seconds. */
const ASK_EVERY_MS = 60_000;
const ASK_AT_LIMIT_EVERY_MS = 4_000;
const RETRY_AFTER_SECONDS = 60;

/** The modes that a plan counts, as n8n's own `isBillableExecution` has them. */
const COUNTED_MODES = ['cli', 'retry', 'trigger', 'webhook', 'evaluation'];
/** Where an execution begins by a request. */
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

  /** The last known limit holds while the portal does not answer. */
  async function ask(): Promise<void> {
    isAsking = true;
    askedAt = clock.now();
    try {
      const { monthlyExecutionsLimit: told } = await portal.plan();
      if (typeof told === 'number' && Number.isInteger(told)) {
        if (told < 0) throw new Error('The portal answered no limit.');
        if (told !== limit()) state.setFact('executions-limit', String(told));
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

    /** Asks for the limit when that is due; called every second. */
    tick: askIfDue,

    /** Before an execution: counts it, on the disk, if it counts. @throws Error at the limit, when n8n does not begin it. */
    begin(mode: string, source: string | undefined): void {
      if (!isCounted(mode, source)) return;
      askIfDue();
      if (!state.countExecution(monthOf(clock.now()), limit()))
        throw new Error('This workspace has used up its executions for this month.');
    },

    /** After one that was cancelled, which no plan counts. */
    takeBack(mode: string): void {
      if (isCounted(mode, undefined)) state.uncountExecution(monthOf(clock.now()));
    },

    /** A layer that refuses what would begin an execution at the limit, in a way that its sender and the gateway can tell. */
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

/** The month that an instant (UTC ms) falls in, as `2026-11`. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
