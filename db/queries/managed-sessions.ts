import { and, eq, sql } from 'drizzle-orm';
import { isSessionAlive } from '#app/domain/access/session.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { read, type ViewerIds } from '../read.ts';
import { accounts, memberships, sessions } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { auditRow, viewerAuditRow } from './audit.ts';
import { endSessions } from './ended-sessions.ts';
import { findSession, isSessionOpen } from './session-rows.ts';

/** A person's own sessions: listing, ending and switching them; each method is one round trip. */
export function managedSessions(db: Db) {
  return {
    /** Ends the viewer's own session. */
    async signOut(act: ViewerAct) {
      const where = sql`${sessions.tokenHash} = ${act.viewer.session.tokenHash}`;
      await db.batch({
        ...endSessions(db, { now: act.now, where }),
        audit: viewerAuditRow(db, act, { kind: 'signed_out' }),
      });
    },

    /** @returns the person's signed-in sessions, latest first, and their accounts. */
    overview({ userId }: Pick<ViewerIds, 'userId'>, now: number) {
      const statements = {
        open: db
          .select(pick(sessions, 'id', 'userAgent', 'place', 'address', 'createdAt', 'lastSeenAt'))
          .from(sessions)
          .where(and(eq(sessions.userId, userId), eq(sessions.isFactorDue, false)))
          .orderBy(sql`${sessions.lastSeenAt} DESC`, sessions.id),
        memberOf: db
          .select({ accountId: accounts.id, accountName: accounts.name, role: memberships.role })
          .from(memberships)
          .innerJoin(accounts, eq(accounts.id, memberships.accountId))
          .where(eq(memberships.userId, userId))
          .orderBy(accounts.name, accounts.id),
      };
      return read(db, statements, ({ open, memberOf }) => ({
        sessions: open.filter((session) => isSessionAlive(session, now)),
        memberships: memberOf,
      }));
    },

    /** @returns whether the viewer had the session. */
    async end({ sessionId, ...act }: ViewerAct & { sessionId: string }) {
      const isTheirs = sql`${sessions.id} = ${sessionId} AND ${sessions.userId} = ${act.viewer.user.id}
        AND ${isSessionOpen(act.viewer)}`;
      const exists = sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${isTheirs})`;
      const { endedSessions } = await db.batch({
        audit: viewerAuditRow(db, act, { kind: 'session_ended' }, exists),
        ...endSessions(db, { now: act.now, where: isTheirs }),
      });
      return endedSessions.length > 0;
    },

    /** @returns whether the viewer's session was still open; without it nothing is written. */
    async endOthers(act: ViewerAct) {
      const { user, session } = act.viewer;
      // An ended session ends no others.
      const where = sql`${sessions.userId} = ${user.id} AND ${sessions.tokenHash} <> ${session.tokenHash}
        AND ${isSessionOpen(act.viewer)}`;
      const { current } = await db.batch({
        ...endSessions(db, { now: act.now, where }),
        audit: viewerAuditRow(db, act, { kind: 'other_sessions_ended' }, isSessionOpen(act.viewer)),
        current: findSession(db, act.viewer.session.tokenHash),
      });
      return current.length > 0;
    },

    /** Moves the viewer's session to another of their accounts. @returns whether they belong to it. */
    async switchAccount({ accountId, ...act }: ViewerAct & { accountId: string }) {
      const { id: userId } = act.viewer.user;
      const belongs = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${userId}
        AND ${memberships.accountId} = ${accountId})`;
      const { moved } = await db.batch({
        moved: db
          .update(sessions)
          .set({ accountId })
          .where(and(eq(sessions.tokenHash, act.viewer.session.tokenHash), belongs))
          .returning({ id: sessions.id }),
        audit: auditRow(db, { ...act, userId, accountId, kind: 'account_switched' }, belongs),
      });
      return moved.length > 0;
    },
  };
}
