import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { workspaces } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';

/**
 * The statements that send the account's facts, which the same batch changes, to workspaces' objects. A higher revision
 * marks newer facts.
 * @param change.reason part of the message's id: two changes at one instant for different reasons are two messages.
 * @param change.write identifies the batch instead of `now`, if several batches share an instant.
 * @param change.where selects the workspaces; must hold before and after the first statement.
 */
export function queueFacts(db: Db, change: { reason: string; now: number; write?: string; where: SQL }) {
  const { reason, now, write = String(now), where } = change;
  return [
    outboxRow(db, {
      kind: 'workspace.send_facts',
      payload: { workspaceId: workspaces.id },
      now,
      where,
      from: sql`${workspaces}`,
      id: sql<string>`${`msg_${reason}_`} || ${workspaces.id} || ${`_${write}`}`,
    }),
    db.run(sql`UPDATE ${workspaces} SET revision = revision + 1 WHERE ${where}`),
  ] as const;
}
