import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { AuditKind } from '#app/domain/access/audit.ts';
import { isPendingSignInAlive } from '#app/domain/access/second-factor.ts';
import { isSessionAlive } from '#app/domain/access/session.ts';
import type { Throttle, ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import type { Companion } from '../read.ts';
import { memberships, sessions, users } from '../schema/index.ts';
import type { Act } from './act.ts';
import { auditRow } from './audit.ts';
import { endReplacedSession } from './ended-sessions.ts';
import { isHomeMembership } from './home-account.ts';
import { managedSessions } from './managed-sessions.ts';
import { findSession, selectKnownDeviceId, signInRows } from './session-rows.ts';
import { countAttempt, forgiveAttempt, readCounter } from './throttles.ts';
import { viewerRow, viewerRowWith } from './viewer.ts';

/** Sessions and their people; each method is one round trip. */
export function sessionStore(db: Db) {
  return {
    /**
     * Reads the session, its person, account, plan, subscription and workspace.
     * @param companion another read for the same round trip.
     */
    async viewer(tokenHash: string, now: number, companion?: Companion): Promise<ViewerState> {
      const found = companion
        ? await viewerRowWith(db, tokenHash, companion)
        : await viewerRow(db, tokenHash);
      if (!found || !isSessionAlive(found.viewer.session, now)) return { kind: 'expired' };
      const { viewer, isFactorDue } = found;
      if (!isFactorDue) return { kind: 'signed-in', viewer };
      const { session, user } = viewer;
      if (!isPendingSignInAlive(session, now)) return { kind: 'expired' };
      const pending = { ...pick(session, 'tokenHash', 'createdAt'), ...pick(user, 'email', 'factors') };
      return { kind: 'second-factor-due', pending: { ...pending, userId: user.id } };
    },

    /** Counts an attempt on the account and from the address, and finds the person by user name or normalized e-mail. */
    async attempt(input: {
      now: number;
      login: string;
      deviceTokenHash: string;
      perAccount: ThrottleRule;
      perAddress: Throttle;
    }) {
      const { now, login, deviceTokenHash, perAccount, perAddress } = input;
      const isNamed = or(
        eq(users.username, login),
        and(eq(users.emailNormalized, login), isNotNull(users.confirmedAt)),
      );
      const userId = sql`(SELECT ${users.id} FROM ${users} WHERE ${isNamed} LIMIT 1)`;
      // By the person and not by the text: a user name and an e-mail must share a counter.
      const accountKey = sql`coalesce('sign_in:device:' || ${selectKnownDeviceId(deviceTokenHash, userId, now)} || ':' || ${userId},
        'sign_in:account:' || coalesce(${userId}, '?' || ${login}))`;
      const { account, address, found } = await db.batch({
        account: countAttempt(db, { key: accountKey, rule: perAccount }, now),
        address: countAttempt(db, perAddress, now),
        found: db
          .select({ userId: users.id, accountId: memberships.accountId, passwordHash: users.passwordHash })
          .from(users)
          .innerJoin(memberships, isHomeMembership)
          .where(isNamed)
          .limit(1),
      });
      return {
        /** The counter of the account, or only of this browser if the account knows it; `key` identifies it. */
        account: { ...readCounter(account, perAccount), key: account[0]?.key ?? '' },
        address: readCounter(address, perAddress.rule),
        candidate: found[0] ?? null,
      };
    },

    /** Records a refused attempt. An unknown login costs the same, and leaves no row. */
    async recordRefusal(
      input: Act & {
        userId: string | null;
        accountId: string | null;
        kind: Extract<AuditKind, 'sign_in_failed' | 'sign_in_throttled'>;
      },
    ) {
      const person = sql`FROM ${users} WHERE ${users.id} = ${input.userId ?? ''}`;
      const subject = sql`(SELECT ${users.email} ${person})`;
      const row = { ...input, userId: null, accountId: input.accountId ?? '', subject };
      await auditRow(db, row, sql`EXISTS (SELECT 1 ${person})`);
    },

    /**
     * Signs a person in after a verified password, unless the password has been changed since.
     * @param input.verifiedHash the hash that the password was verified with.
     * @param input.forgiveKeys the counters that no longer count this successful attempt.
     * @param input.endsTokenHash the browser's previous session.
     * @param input.renewedHash a hash of the same password, with current parameters.
     * @param input.isOfRegistration dates the session back to its person's registration: the same form was posted twice.
     * @returns whether the person is signed in.
     */
    async create(
      input: Act & {
        sessionTokenHash: string;
        deviceTokenHash: string;
        userId: string;
        accountId: string;
        verifiedHash: string;
        forgiveKeys?: readonly string[];
        endsTokenHash?: string | null;
        renewedHash?: string | null;
        isOfRegistration?: true;
      },
    ) {
      const { now, sessionTokenHash, userId, endsTokenHash = null, verifiedHash, renewedHash } = input;
      const { forgiveKeys = [] } = input;
      const signIn = { kind: 'signed_in', proof: 'password' } as const;
      const isVerified = and(eq(users.id, userId), eq(users.passwordHash, verifiedHash));
      const isCurrent = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isVerified})`;
      const { created } = await db.batch({
        signIn: signInRows(db, { ...input, ...signIn }, isCurrent),
        forgiven: forgiveKeys.map((key) => forgiveAttempt(db, key, isCurrent)),
        ...endReplacedSession(db, {
          now,
          tokenHash: endsTokenHash,
          replacedBy: userId,
          condition: isCurrent,
        }),
        registration: input.isOfRegistration
          ? db
              .update(sessions)
              .set({
                createdAt: sql`(SELECT ${users.createdAt} FROM ${users} WHERE ${users.id} = ${userId})`,
              })
              .where(eq(sessions.tokenHash, sessionTokenHash))
          : [],
        // Last, since the other statements read the verified hash.
        password: renewedHash ? db.update(users).set({ passwordHash: renewedHash }).where(isVerified) : [],
        created: findSession(db, sessionTokenHash),
      });
      return created.length > 0;
    },

    /** Removes an attempt that was no guess from its counters. */
    async forgive(keys: readonly string[]) {
      await db.batch({ forgiven: keys.map((key) => forgiveAttempt(db, key)) });
    },

    async touch(tokenHash: string, now: number) {
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash));
    },

    /** Ends the previous session of a program that signed in again, perhaps as another person. */
    async endReplaced({ newTokenHash, ...old }: { now: number; tokenHash: string; newTokenHash: string }) {
      const replacedBy = sql`(SELECT new.user_id FROM ${sessions} AS new WHERE new.token_hash = ${newTokenHash})`;
      await db.batch(endReplacedSession(db, { ...old, replacedBy }));
    },

    /** Deletes a session that still waits for its second factor. */
    async discard(tokenHash: string) {
      await db.delete(sessions).where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.isFactorDue, true)));
    },

    ...managedSessions(db),
  };
}
