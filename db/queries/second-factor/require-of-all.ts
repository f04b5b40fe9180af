import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../client.ts';
import { accounts, memberships, users, workspaces } from '../../schema/index.ts';
import type { ViewerAct } from '../act.ts';
import { auditRow } from '../audit.ts';
import { outboxRow } from '../outbox-row.ts';
import { hasSecondFactor } from '../session-rows.ts';

/** Requires a second factor of all of an account's people, or no longer. @returns whether it is as asked. */
export async function requireOfAll(
  db: Db,
  { now, viewer, isRequired, client }: ViewerAct & { isRequired: boolean },
): Promise<boolean> {
  const [userId, accountId] = [viewer.user.id, viewer.account.id];
  const canAsk = sql`(${!isRequired} OR ${hasSecondFactor(userId)})`;
  const changes = sql`${canAsk} AND EXISTS (SELECT 1 FROM ${accounts}
    WHERE ${accounts.id} = ${accountId} AND ${accounts.requiresSecondFactor} <> ${isRequired})`;
  const idOf = (kind: string) =>
    sql<string>`${`msg_${kind}:`} || ${workspaces.id} || ':' || ${users.id} || ${`_${now}`}`;
  const membersWithout = {
    now,
    from: sql`${workspaces}
      INNER JOIN ${memberships} ON ${memberships.accountId} = ${workspaces.accountId}
      INNER JOIN ${users} ON ${users.id} = ${memberships.userId}`,
    where: sql`${workspaces.accountId} = ${accountId} AND ${isRequired} AND ${changes}
      AND NOT ${hasSecondFactor(sql`${users.id}`)}`,
  };
  const { found } = await db.batch({
    audit: auditRow(
      db,
      {
        ...{ now, userId, accountId, client },
        kind: isRequired ? 'second_factor_required' : 'second_factor_optional',
      },
      changes,
    ),
    // People without one lose the workspace, and what they hear of it, until they have one.
    signOuts: outboxRow(db, {
      ...membersWithout,
      id: idOf('workspace.sign_out'),
      kind: 'workspace.sign_out',
      payload: { workspaceId: workspaces.id, accountId, email: users.email },
    }),
    closedConnections: outboxRow(db, {
      ...membersWithout,
      id: idOf('workspace.close_live'),
      kind: 'workspace.close_live',
      payload: {
        workspaceId: workspaces.id,
        listener: sql<string>`'user:' || ${users.id}`,
        lastSeenAt: null,
      },
    }),
    account: db
      .update(accounts)
      .set({ requiresSecondFactor: isRequired })
      .where(and(eq(accounts.id, accountId), changes)),
    found: db
      .select({ isRequired: accounts.requiresSecondFactor })
      .from(accounts)
      .where(eq(accounts.id, accountId)),
  });
  return found[0]?.isRequired === isRequired;
}
