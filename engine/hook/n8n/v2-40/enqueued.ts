import type { Internals } from '../internals.ts';
import type { StoppedExecution } from '../n8n.ts';
import { databaseOf } from './database.ts';
import { fromStoredTime, toStoredTime } from './stored-time.ts';

/** `new`: accepted, and waiting until fewer executions run. Such a request has no answer yet, whatever its workflow. */
const ENQUEUED = `FROM execution_entity WHERE status = 'new' AND mode = 'webhook' AND "createdAt" > ?`;

/** Cancels the webhooks that wait to be executed and were created after `since`, UTC ms. @returns them. */
export async function cancelEnqueuedWebhooks(
  internals: Internals,
  since: number,
): Promise<StoppedExecution[]> {
  const after = toStoredTime(since);
  return databaseOf(internals).transaction(async (transaction) => {
    const rows = await transaction.query(`SELECT id, "workflowId", "createdAt" ${ENQUEUED} ORDER BY id`, [
      after,
    ]);
    await transaction.query(
      `UPDATE execution_entity SET status = 'canceled', "stoppedAt" = ? WHERE id IN (SELECT id ${ENQUEUED})`,
      [toStoredTime(Date.now()), after],
    );
    return rows.map(({ id, workflowId, createdAt }) => ({
      id: String(id),
      workflowId: String(workflowId),
      mode: 'webhook',
      createdAt: Date.parse(fromStoredTime(String(createdAt))),
    }));
  });
}
