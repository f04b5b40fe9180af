import { and, eq, sql } from 'drizzle-orm';
import type { Membership } from '#app/domain/access/member.ts';
import type { OpenSession } from '#app/domain/access/open-session.ts';
import { isSessionAlive } from '#app/domain/access/session.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Db } from '../client.ts';
import { accounts, memberships, sessions } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { auditRow } from './audit.ts';
import { endSessions, isOtherSession } from './ended-sessions.ts';

/** A person's sessions, as they list, end and switch them; each method is one round trip. */
export function managedSessions(db: Db) {
  return {
    /** Ends the viewer's own session. */
    async signOut({ now, viewer, client }: ViewerAct) {
      await db.batch({
        ...endSessions(db, { now, where: sql`${sessions.tokenHash} = ${viewer.session.tokenHash}` }),
        audit: auditRow(db, { ...byViewer(viewer), now, kind: 'signed_out', client }),
      });
    },

    /** @returns the sessions that still sign the viewer in, the latest first, and the accounts they belong to. */
    async overview(
      viewer: Viewer,
      now: number,
    ): Promise<{ sessions: OpenSession[]; memberships: Membership[] }> {
      const { open, memberOf } = await db.batch({
        open: db
          .select({
            id: sessions.id,
            userAgent: sessions.userAgent,
            place: sessions.place,
            address: sessions.address,
            createdAt: sessions.createdAt,
            lastSeenAt: sessions.lastSeenAt,
          })
          .from(sessions)
          .where(and(eq(sessions.userId, viewer.user.id), eq(sessions.isFactorDue, false)))
          .orderBy(sql`${sessions.lastSeenAt} DESC`),
        memberOf: db
          .select({ accountId: accounts.id, accountName: accounts.name, role: memberships.role })
          .from(memberships)
          .innerJoin(accounts, eq(accounts.id, memberships.accountId))
          .where(eq(memberships.userId, viewer.user.id))
          .orderBy(accounts.name),
      });
      return {
        sessions: open
          .filter((session) => isSessionAlive(session, now))
          .map((session) => ({ ...session, isCurrent: session.id === viewer.session.id })),
        memberships: memberOf,
      };
    },

    /** @returns whether there was such a session of the viewer's. */
    async end({ now, viewer, sessionId, client }: ViewerAct & { sessionId: string }) {
      const isTheirs = sql`${sessions.id} = ${sessionId} AND ${sessions.userId} = ${viewer.user.id}`;
      const { endedSessions } = await db.batch({
        audit: auditRow(
          db,
          { ...byViewer(viewer), now, kind: 'session_ended', client },
          sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${isTheirs})`,
        ),
        ...endSessions(db, { now, where: isTheirs }),
      });
      return endedSessions.length > 0;
    },

    async endOthers({ now, viewer, client }: ViewerAct) {
      await db.batch({
        ...endSessions(db, { now, where: isOtherSession(viewer) }),
        audit: auditRow(db, { ...byViewer(viewer), now, kind: 'other_sessions_ended', client }),
      });
    },

    /** Moves the viewer's session to another account of theirs. @returns whether they belong to it. */
    async switchAccount({ now, viewer, accountId, client }: ViewerAct & { accountId: string }) {
      const belongs = sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${viewer.user.id}
        AND ${memberships.accountId} = ${accountId})`;
      const { moved } = await db.batch({
        moved: db
          .update(sessions)
          .set({ accountId })
          .where(and(eq(sessions.tokenHash, viewer.session.tokenHash), belongs))
          .returning({ id: sessions.id }),
        audit: auditRow(
          db,
          { userId: viewer.user.id, accountId, now, kind: 'account_switched', client },
          belongs,
        ),
      });
      return moved.length > 0;
    },
  };
}

function byViewer(viewer: Viewer) {
  return { userId: viewer.user.id, accountId: viewer.account.id };
}
