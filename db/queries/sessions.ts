import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { isSessionAlive } from '#app/domain/access/session.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { newId } from '#app/use-cases/secrets.ts';
import type { SessionStore } from '#app/use-cases/session/ports.ts';
import type { Db } from '../client.ts';
import {
  accounts,
  auditEvents,
  memberships,
  plans,
  sessions,
  throttles,
  users,
  workspaces,
} from '../schema/index.ts';
import { countAttempt, counted } from './throttles.ts';

/** Sessions and who stands behind them. */
export function sessionStore(db: Db): SessionStore {
  return {
    async viewer(tokenHash, now) {
      const row = await viewerRow(db, tokenHash);
      if (!row || !isSessionAlive(row.session, now)) return { kind: 'expired' };
      const { confirmedAt, ...user } = row.user;
      const viewer: Viewer = {
        session: row.session,
        user,
        role: row.role,
        account: row.account,
        progress: { confirmedAt, ...row.progress },
        plan: row.plan,
        workspace: row.workspace,
      };
      return { kind: 'signed-in', viewer };
    },

    async attempt({ now, login, emailNormalized, accountKey, addressKey, perAccount, perAddress }) {
      const [account, address, found] = await db.batch([
        countAttempt(db, accountKey, perAccount, now),
        countAttempt(db, addressKey, perAddress, now),
        db
          .select({
            userId: users.id,
            accountId: memberships.accountId,
            passwordHash: users.passwordHash,
          })
          .from(users)
          .innerJoin(memberships, eq(memberships.userId, users.id))
          .where(
            or(
              eq(users.username, login),
              and(eq(users.emailNormalized, emailNormalized), isNotNull(users.confirmedAt)),
            ),
          )
          .limit(1),
      ]);
      return {
        account: counted(account, perAccount),
        address: counted(address, perAddress),
        candidate: found[0] ?? null,
      };
    },

    async create({ now, tokenHash, userId, accountId, client, forgiveKey }) {
      await db.batch([
        db.insert(sessions).values({
          tokenHash,
          userId,
          accountId,
          userAgent: client.userAgent,
          createdAt: now,
          lastSeenAt: now,
        }),
        db.delete(throttles).where(eq(throttles.key, forgiveKey ?? '')),
        db.insert(auditEvents).values({
          id: newId('aud'),
          at: now,
          accountId,
          userId,
          kind: 'signed_in',
          address: client.address,
          userAgent: client.userAgent,
        }),
      ]);
    },

    async touch(tokenHash, now) {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash));
    },

    async end(tokenHash) {
      await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
    },
  };
}

/** One statement, since a page may cost one round trip. */
async function viewerRow(db: Db, tokenHash: string) {
  const rows = await db
    .select({
      session: {
        tokenHash: sessions.tokenHash,
        createdAt: sql<number>`${sessions.createdAt}`.as('session_created_at'),
        lastSeenAt: sessions.lastSeenAt,
      },
      user: {
        id: users.id,
        username: users.username,
        name: users.name,
        email: users.email,
        confirmationSentAt: users.confirmationSentAt,
        confirmedAt: users.confirmedAt,
      },
      role: memberships.role,
      account: {
        id: accounts.id,
        name: accounts.name,
        timezone: accounts.timezone,
        taxInclusive: accounts.taxInclusive,
      },
      progress: {
        surveyAnsweredAt: accounts.surveyAnsweredAt,
        appsSelectedAt: accounts.appsSelectedAt,
        teammatesInvitedAt: accounts.teammatesInvitedAt,
        launchedAt: accounts.launchedAt,
      },
      plan: { id: plans.id, displayName: plans.displayName, group: plans.group },
      workspace: { id: workspaces.id, name: workspaces.name },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    // Membership is read anew each time: who was removed from the account is out at once.
    .innerJoin(
      memberships,
      and(eq(memberships.userId, sessions.userId), eq(memberships.accountId, sessions.accountId)),
    )
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(plans, eq(plans.id, accounts.planId))
    .innerJoin(workspaces, eq(workspaces.accountId, accounts.id))
    .where(eq(sessions.tokenHash, tokenHash));
  return rows[0];
}
