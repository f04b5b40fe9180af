import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { workspaces } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';

/**
 * The statements that send the objects of workspaces their account's facts, which have changed in the same batch. The higher
 * revision tells the object that they are newer than what it knows.
 *
 * @param change.reason part of the message's id: two changes at one instant for different reasons are two messages.
 * @param change.write names the batch instead of its instant, where several batches share one.
 * @param change.where which workspaces; it must hold before and after the first statement.
 */
export function tellWorkspaces(db: Db, change: { reason: string; now: number; write?: string; where: SQL }) {
  const { reason, now, write = String(now), where } = change;
  return [
    outboxRow(db, {
      ...{ kind: 'workspace.tell', payload: { workspaceId: workspaces.id }, now, where },
      from: sql`${workspaces}`,
      id: sql<string>`${`msg_${reason}_`} || ${workspaces.id} || ${`_${write}`}`,
    }),
    db.run(sql`UPDATE ${workspaces} SET revision = revision + 1 WHERE ${where}`),
  ] as const;
}
