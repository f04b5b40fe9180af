import { and, eq, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Role } from '#app/domain/access/roles.ts';
import { deadSessionsBefore, KNOWN_DEVICE_LIFETIME_MS } from '#app/domain/access/session.ts';
import { PENDING_REGISTRATION_LIFETIME_MS } from '#app/domain/account/registration-lifetime.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../client.ts';
import {
  accounts,
  apiTokens,
  auditEvents,
  humanCheckUses,
  knownDevices,
  linkTokens,
  memberships,
  outbox,
  sessions,
  throttles,
  usedProofs,
  users,
  workspaces,
} from '../schema/index.ts';

/** An audit row as it stands in the database; `at` is UTC ms. */
interface AuditRow {
  id: string;
  at: number;
  kind: AuditKind;
  accountId: string | null;
  userId: string | null;
  subject: string | null;
  role: Role | null;
  address: string;
  place: string | null;
  userAgent: string;
}

/** Used and expired links are kept a while, so that a late click is told what happened. */
const LINK_KEPT_MS = 30 * DAY_MS;
/** So that its person sees why a script stopped. */
const EXPIRED_TOKEN_KEPT_MS = 30 * DAY_MS;
const DELIVERED_KEPT_MS = 30 * DAY_MS;
/** A year of history answers "who changed that"; longer would be personal data without a use. */
const AUDIT_KEPT_MS = 365 * DAY_MS;
/** Longer than any throttle's window. */
const COUNTER_KEPT_MS = 2 * DAY_MS;
/** Longer than a code of an app or the challenge of a passkey is good for; a used recovery code is deleted itself. */
const USED_PROOF_KEPT_MS = DAY_MS;
/** Longer than any human check can be redeemed. */
const HUMAN_CHECK_KEPT_MS = DAY_MS;

/** Clearing away what time has made worthless, and reading what is copied out before; one round trip each. */
export function maintenanceStore(db: Db) {
  return {
    /** Removes unconfirmed registrations past their time, dead sessions, old links and counters; harmless to repeat. */
    async removeExpired(now: number) {
      await db.batch({
        registrations: removePendingRegistrations(db, now),
        sessions: db.delete(sessions).where(lt(sessions.lastSeenAt, deadSessionsBefore(now))),
        links: db.delete(linkTokens).where(lt(linkTokens.expiresAt, now - LINK_KEPT_MS)),
        tokens: db.delete(apiTokens).where(lt(apiTokens.expiresAt, now - EXPIRED_TOKEN_KEPT_MS)),
        humanChecks: db.delete(humanCheckUses).where(lt(humanCheckUses.usedAt, now - HUMAN_CHECK_KEPT_MS)),
        browsers: db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, now - KNOWN_DEVICE_LIFETIME_MS)),
        audit: db.delete(auditEvents).where(lt(auditEvents.at, now - AUDIT_KEPT_MS)),
        throttles: db.delete(throttles).where(lt(throttles.windowStartedAt, now - COUNTER_KEPT_MS)),
        proofs: db.delete(usedProofs).where(lt(usedProofs.usedAt, now - USED_PROOF_KEPT_MS)),
        delivered: db.delete(outbox).where(lt(outbox.deliveredAt, now - DELIVERED_KEPT_MS)),
        // Nobody has listened by a session or token that was over long ago.
        closings: db
          .delete(outbox)
          .where(
            and(
              eq(outbox.kind, 'workspace.close_live'),
              isNull(outbox.deliveredAt),
              lt(outbox.createdAt, now - DAY_MS),
            ),
          ),
        // Who caused a mail, and whose inbox it was, counts for a day.
        mailCounts: db
          .update(outbox)
          .set({ cause: null, limitKey: null })
          .where(and(lt(outbox.admittedAt, now - DAY_MS), isNotNull(outbox.limitKey))),
      });
    },

    /** @returns the audit rows from `from` until before `to`, the oldest first; only those after the row `after`. */
    auditRows(window: {
      from: number;
      to: number;
      after: { at: number; id: string } | null;
      limit: number;
    }): Promise<AuditRow[]> {
      const { from, to, after, limit } = window;
      const isLater = after
        ? sql`(${auditEvents.at}, ${auditEvents.id}) > (${after.at}, ${after.id})`
        : undefined;
      return db
        .select()
        .from(auditEvents)
        .where(and(gte(auditEvents.at, from), lt(auditEvents.at, to), isLater))
        .orderBy(auditEvents.at, auditEvents.id)
        .limit(limit);
    },
  };
}

export type MaintenanceStore = ReturnType<typeof maintenanceStore>;

/**
 * The statements that drop unconfirmed registrations past their time, children first: the server does not promise to
 * enforce foreign keys on a connection of one batch. A pending account has one person and nothing that ran.
 *
 * @param accountName only this one, to free its name for whoever asks for it now.
 */
export function removePendingRegistrations(db: Db, now: number, accountName?: string) {
  const isPending = and(
    isNull(users.confirmedAt),
    lte(users.confirmationSentAt, now - PENDING_REGISTRATION_LIFETIME_MS),
    accountName === undefined ? undefined : eq(users.username, accountName),
  );
  const userIds = sql`(SELECT ${users.id} FROM ${users} WHERE ${isPending})`;
  const accountIds = sql`(SELECT ${memberships.accountId} FROM ${memberships}
    WHERE ${memberships.role} = 'owner' AND ${memberships.userId} IN ${userIds})`;
  return [
    db.delete(sessions).where(sql`${sessions.userId} IN ${userIds}`),
    db.delete(linkTokens).where(sql`${linkTokens.userId} IN ${userIds}`),
    db.delete(knownDevices).where(sql`${knownDevices.userId} IN ${userIds}`),
    db.delete(workspaces).where(sql`${workspaces.accountId} IN ${accountIds}`),
    db.delete(accounts).where(sql`${accounts.id} IN ${accountIds}`),
    db.delete(memberships).where(sql`${memberships.userId} IN ${userIds}`),
    db.delete(users).where(isPending),
  ] as const;
}
