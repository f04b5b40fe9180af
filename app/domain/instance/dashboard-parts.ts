import type { HeldTotals } from '../held-webhooks/held-request.ts';
import type { ExecutionRow } from '../usage/executions.ts';

/** The newest executions of the month; from the last reading while the workspace does not answer. */
export interface RecentExecutions {
  rows: ExecutionRow[];
  isLive: boolean;
}

/** How many webhooks wait for the workspace, and whether their replay is paused. */
export interface WaitingWebhooks extends Pick<HeldTotals, 'waiting' | 'failed' | 'oldestAt'> {
  isPaused: boolean;
}
