import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../database.ts';
import { accounts, memberships, users, workspaces } from '../../schema/index.ts';
import type { ViewerAct } from '../act.ts';
import { viewerAuditRow } from '../audit.ts';
import { outboxRow } from '../outbox-row.ts';
import { hasAnyFactor } from '../session-rows.ts';

/**
 * Requires a second factor of all members of the viewer's account, or stops requiring it.
 * @returns whether the account has the requested setting: a viewer without a second factor cannot require one.
 */
export async function requireOfAll(db: Db, { isRequired, ...act }: ViewerAct & { isRequired: boolean }) {
  const { now, viewer } = act;
  const [userId, accountId] = [viewer.user.id, viewer.account.id];
  const canAsk = sql`(${!isRequired} OR ${hasAnyFactor(userId)})`;
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
      AND NOT ${hasAnyFactor(sql`${users.id}`)}`,
  };
  const kind = isRequired ? 'second_factor_required' : 'second_factor_optional';
  const { found } = await db.batch({
    audit: viewerAuditRow(db, act, { kind }, changes),
    // People without a factor lose the workspace and its live updates until they have one.
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
