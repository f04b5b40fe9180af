import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { AuditKind } from '#app/domain/access/audit.ts';
import { isPendingSignInAlive } from '#app/domain/access/second-factor.ts';
import { isSessionAlive } from '#app/domain/access/session.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import type { Db } from '../client.ts';
import { memberships, sessions, throttles, users } from '../schema/index.ts';
import type { Act } from './act.ts';
import { auditRow } from './audit.ts';
import { endSessions } from './ended-sessions.ts';
import { managedSessions } from './managed-sessions.ts';
import { homeAccountOf, knownDeviceId, signInRows } from './session-rows.ts';
import { type Counted, countAttempt, counted } from './throttles.ts';
import { viewerRow } from './viewer.ts';

interface SignInCandidate {
  userId: string;
  accountId: string;
  passwordHash: string;
}

/** Sessions and who stands behind them; each method is one round trip. */
export function sessionStore(db: Db) {
  return {
    /** Reads the session, its person, account, plan, subscription and workspace. */
    async viewer(tokenHash: string, now: number): Promise<ViewerState> {
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

    /** Counts an attempt on the account and from the address, and finds whom the login names. */
    async attempt(input: {
      now: number;
      login: string;
      emailNormalized: string;
      deviceTokenHash: string;
      addressKey: string;
      perAccount: ThrottleRule;
      perAddress: ThrottleRule;
    }): Promise<{
      /** Of the account; of this browser alone when the account knows it. `key` names the counter. */
      account: Counted & { key: string };
      address: Counted;
      candidate: SignInCandidate | null;
    }> {
      const { now, login, emailNormalized, deviceTokenHash, addressKey, perAccount, perAddress } = input;
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

    /**
     * Keeps a refused attempt. It costs the same for a login that names nobody, of which nothing is kept.
     */
    async recordRefusal(
      input: Act & {
        userId: string | null;
        accountId: string | null;
        kind: Extract<AuditKind, 'sign_in_failed' | 'sign_in_throttled'>;
      },
    ) {
      const { now, userId, accountId, kind, client } = input;
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

    /**
     * @param input.forgiveKey a counter that this attempt, being right, is taken off again.
     * @param input.endsTokenHash the session that this browser had until now.
     * @param input.passwordHash the same password's, by today's parameters.
     * @param input.isOfRegistration dates the session back to its person's registration: the same form was posted twice.
     */
    async create(
      input: Act & {
        tokenHash: string;
        deviceTokenHash: string;
        userId: string;
        accountId: string;
        forgiveKey?: string;
        endsTokenHash?: string | null;
        passwordHash?: string;
        isOfRegistration?: true;
      },
    ) {
      const {
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
      } = input;
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

    async touch(tokenHash: string, now: number) {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash));
    },

    /** Ends the session that a program had until it signed in again, perhaps as somebody else. */
    async endReplaced(input: { now: number; tokenHash: string; newTokenHash: string }) {
      const { now, tokenHash, newTokenHash } = input;
      const replacedBy = sql`(SELECT new.user_id FROM ${sessions} AS new WHERE new.token_hash = ${newTokenHash})`;
      await db.batch(endSessions(db, { now, where: sql`${sessions.tokenHash} = ${tokenHash}`, replacedBy }));
    },

    /** Ends a session that never signed anybody in. */
    async discard(tokenHash: string) {
      await db.delete(sessions).where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.isFactorDue, true)));
    },

    ...managedSessions(db),
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;
