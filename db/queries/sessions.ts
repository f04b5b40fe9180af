import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { isPendingSignInAlive } from '#app/domain/access/second-factor.ts';
import { isSessionAlive } from '#app/domain/access/session.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { SessionStore } from '#app/use-cases/session/ports.ts';
import type { Db } from '../client.ts';
import { accounts, memberships, sessions, throttles, users } from '../schema/index.ts';
import { auditRow } from './audit.ts';
import { endSessions, isOtherSession } from './ended-sessions.ts';
import { homeAccountOf, knownDeviceId, signInRows } from './session-rows.ts';
import { countAttempt, counted } from './throttles.ts';
import { viewerRow } from './viewer.ts';

/** Sessions and who stands behind them. */
export function sessionStore(db: Db): SessionStore {
  return {
    async viewer(tokenHash, now) {
      const found = await viewerRow(db, tokenHash);
      if (!found || !isSessionAlive(found.viewer.session, now)) return { kind: 'expired' };
      const { viewer, isFactorDue } = found;
      if (!isFactorDue) return { kind: 'signed-in', viewer };
      const { session, user } = viewer;
      if (!isPendingSignInAlive(session, now)) return { kind: 'expired' };
      const { tokenHash: pendingHash, createdAt } = session;
      const { id: userId, email, factors } = user;
      const pending = { tokenHash: pendingHash, createdAt, userId, email, factors };
      return { kind: 'second-factor-due', pending };
    },

    async attempt({ now, login, emailNormalized, deviceTokenHash, addressKey, perAccount, perAddress }) {
      const isNamed = or(
        eq(users.username, login),
        and(eq(users.emailNormalized, emailNormalized), isNotNull(users.confirmedAt)),
      );
      const userId = sql`(SELECT ${users.id} FROM ${users} WHERE ${isNamed} LIMIT 1)`;
      // By the person and not by what was typed: a user name and an e-mail must not be two counters.
      const accountKey = sql`coalesce('sign_in:device:' || ${knownDeviceId(deviceTokenHash, userId)} || ':' || ${userId},
        'sign_in:account:' || coalesce(${userId}, '?' || ${login}))`;
      const { account, address, found } = await db.batch({
        account: countAttempt(db, accountKey, perAccount, now),
        address: countAttempt(db, addressKey, perAddress, now),
        found: db
          .select({
            userId: users.id,
            accountId: memberships.accountId,
            passwordHash: users.passwordHash,
          })
          .from(users)
          .innerJoin(
            memberships,
            and(eq(memberships.userId, users.id), eq(memberships.accountId, homeAccountOf(sql`${users.id}`))),
          )
          .where(isNamed)
          .limit(1),
      });
      return {
        account: { ...counted(account, perAccount), key: account[0]?.key ?? '' },
        address: counted(address, perAddress),
        candidate: found[0] ?? null,
      };
    },

    async recordRefusal({ now, userId, accountId, kind, client }) {
      await auditRow(
        db,
        {
          now,
          userId: null,
          accountId: accountId ?? '',
          kind,
          subject: sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${userId ?? ''})`,
          client,
        },
        sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId ?? ''})`,
      );
    },

    async create({
      now,
      tokenHash,
      deviceTokenHash,
      userId,
      accountId,
      client,
      forgiveKey,
      endsTokenHash,
      passwordHash,
      isOfRegistration,
    }) {
      const rows = signInRows(db, {
        now,
        sessionTokenHash: tokenHash,
        deviceTokenHash,
        userId,
        accountId,
        kind: 'signed_in',
        proof: 'password',
        client,
      });
      await db.batch({
        signIn: rows,
        forgiven: db
          .update(throttles)
          .set({ count: sql`max(${throttles.count} - 1, 0)` })
          .where(eq(throttles.key, forgiveKey ?? '')),
        ...endSessions(db, {
          now,
          where: sql`${sessions.tokenHash} = ${endsTokenHash ?? ''}`,
          replacedBy: userId,
        }),
        registration:
          isOfRegistration === undefined
            ? []
            : db
                .update(sessions)
                .set({
                  createdAt: sql`(SELECT ${users.createdAt} FROM ${users} WHERE ${users.id} = ${userId})`,
                })
                .where(eq(sessions.tokenHash, tokenHash)),
        password:
          passwordHash === undefined
            ? []
            : db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
      });
    },

    async touch(tokenHash, now) {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash));
    },

    async endReplaced({ now, tokenHash, newTokenHash }) {
      const replacedBy = sql`(SELECT new.user_id FROM ${sessions} AS new WHERE new.token_hash = ${newTokenHash})`;
      await db.batch(endSessions(db, { now, where: sql`${sessions.tokenHash} = ${tokenHash}`, replacedBy }));
    },

    async discard(tokenHash) {
      await db.delete(sessions).where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.isFactorDue, true)));
    },

    async signOut({ now, viewer, client }) {
      await db.batch({
        ...endSessions(db, { now, where: sql`${sessions.tokenHash} = ${viewer.session.tokenHash}` }),
        audit: auditRow(db, { ...byViewer(viewer), now, kind: 'signed_out', client }),
      });
    },

    async overview(viewer, now) {
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

    async end({ now, viewer, sessionId, client }) {
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

    async endOthers({ now, viewer, client }) {
      await db.batch({
        ...endSessions(db, { now, where: isOtherSession(viewer) }),
        audit: auditRow(db, { ...byViewer(viewer), now, kind: 'other_sessions_ended', client }),
      });
    },

    async switchAccount({ now, viewer, accountId, client }) {
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
