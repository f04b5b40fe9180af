import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { accounts, memberships, sessions, users, workspaces } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';

/**
 * The statements that end sessions on purpose. They also sign the people out of the workspaces of all their accounts, in
 * every browser, since a workspace knows people and not sessions. Expired sessions are deleted without this.
 * @param row.where the sessions to end.
 * @param row.replacedBy the person who signs in instead, in the same browser: they stay signed in to workspaces.
 */
export function endSessions(
  db: Db,
  { now, where, replacedBy }: { now: number; where: SQL; replacedBy?: string | SQL },
) {
  const isReplaced = replacedBy === undefined ? sql`FALSE` : sql`${sessions.userId} IS ${replacedBy}`;
  return {
    signOuts: outboxRow(db, {
      kind: 'workspace.sign_out',
      now,
      // Two sessions of a person get the same id.
      id: sql<string>`'msg_sign_out_' || ${workspaces.id} || ':' || ${users.id} || ${`_${now}`}`,
      payload: { workspaceId: workspaces.id, accountId: accounts.id, email: users.email },
      from: sql`${sessions}
        INNER JOIN ${users} ON ${users.id} = ${sessions.userId}
        INNER JOIN ${memberships} ON ${memberships.userId} = ${users.id}
        INNER JOIN ${accounts} ON ${accounts.id} = ${memberships.accountId}
        INNER JOIN ${workspaces} ON ${workspaces.accountId} = ${accounts.id}`,
      where: sql`${where} AND NOT ${sessions.isFactorDue} AND NOT ${isReplaced} AND ${accounts.trialStartedAt} IS NOT NULL`,
    }),
    endedSessions: db.delete(sessions).where(where).returning({ id: sessions.id }),
  };
}

/** The statements that end the previous session of a browser or program that signs in again. */
export function endReplacedSession(
  db: Db,
  session: { now: number; tokenHash: string | null; replacedBy: string | SQL; condition?: SQL },
) {
  const { now, tokenHash, replacedBy, condition = sql`TRUE` } = session;
  return endSessions(db, {
    now,
    where: sql`${sessions.tokenHash} = ${tokenHash ?? ''} AND ${condition}`,
    replacedBy,
  });
}
