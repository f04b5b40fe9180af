import type { Executions } from './executions.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { N8n, StoppedExecution } from './n8n/n8n.ts';

/**
 * Age of a request that the portal no longer waits for, with a margin for the heartbeat: the portal gives up after 100 s
 * (docs/held-webhooks.md), and does not hold a request that can still run.
 */
const GIVEN_UP_AFTER_MS = 95_000;

/**
 * Cancels the webhooks that n8n had accepted but not begun when the process ended, since more ran than its plan runs at once.
 * n8n would run them at this start. None was answered, so the portal holds them, and its replay would run them a second time.
 * A webhook that the portal gave up on stays: nothing else runs it. Never throws, since a failed start would be worse.
 */
export async function cancelUnanswered({
  n8n,
  executions,
  heartbeat,
  report,
}: {
  n8n: { executions: Pick<N8n['executions'], 'cancelEnqueuedWebhooks'> };
  executions: Pick<Executions, 'end'>;
  heartbeat: Pick<Heartbeat, 'previous'>;
  report(error: unknown): void;
}): Promise<void> {
  if (heartbeat.previous === null) return;
  const since = heartbeat.previous - GIVEN_UP_AFTER_MS;
  try {
    for (const canceled of await n8n.executions.cancelEnqueuedWebhooks(since))
      endStopped(executions, canceled);
  } catch (error) {
    report(error);
  }
}

/** Takes back an execution that was counted when n8n accepted it, and stopped without running. */
export function endStopped(
  executions: Pick<Executions, 'end'>,
  { id, workflowId, mode, createdAt }: StoppedExecution,
): void {
  executions.end({ mode, status: 'canceled', startedAt: new Date(createdAt) }, { id: workflowId }, id);
}
