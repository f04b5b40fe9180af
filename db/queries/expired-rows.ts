import { and, eq, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { deadSessionsBefore, KNOWN_DEVICE_LIFETIME_MS } from '#app/domain/access/session.ts';
import { PENDING_REGISTRATION_LIFETIME_MS } from '#app/domain/account/registration-lifetime.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../database.ts';
import {
  accounts,
  apiTokens,
  auditEvents,
  formerUsers,
  humanCheckUses,
  invitations,
  knownDevices,
  linkTokens,
  memberships,
  outbox,
  providerEvents,
  sessions,
  throttles,
  usedProofs,
  users,
  workspaces,
} from '../schema/index.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { ATTEMPTS_OF_A_DAY } from './outbox.ts';

/** Used and expired links are kept for a while, so that a late click gets an explanation. */
const LINK_KEPT_MS = 30 * DAY_MS;
/** The Members page shows an expired invitation, which can be sent again. */
const INVITATION_KEPT_MS = 30 * DAY_MS;
/** Longer than the provider repeats an event, and than a fault waits for its mend and a replay. */
const EVENT_KEPT_MS = 365 * DAY_MS;
/** Per run: an event has up to a megabyte. */
const MAX_EVENTS = 1_000;
/** Kept so that the token's person sees why a script stopped. */
const EXPIRED_TOKEN_KEPT_MS = 30 * DAY_MS;
/** Longer than the days on which a card's expiry is announced, since only these rows say that it was. */
const DELIVERED_KEPT_MS = 30 * DAY_MS;
/** A year of history answers "who changed this"; older personal data has no use. */
const AUDIT_KEPT_MS = 365 * DAY_MS;
/** Longer than any throttle's window. */
const COUNTER_KEPT_MS = 2 * DAY_MS;
/** Longer than an app's code or a passkey's challenge is valid; a used recovery code is itself deleted. */
const USED_PROOF_KEPT_MS = DAY_MS;
/** Longer than any human check is valid. */
const HUMAN_CHECK_KEPT_MS = DAY_MS;
const AUDIT_COPY = 'audit-copy';

/** Deletes expired rows, and reads audit rows for their copies; one round trip each. */
export function maintenanceStore(db: Db) {
  return {
    /** Removes expired pending registrations, sessions, links and counters. Idempotent. */
    async removeExpired(now: number) {
      await db.batch({
        registrations: removeExpiredRegistrations(db, now),
        sessions: db.delete(sessions).where(lt(sessions.lastSeenAt, deadSessionsBefore(now))),
        links: db.delete(linkTokens).where(lt(linkTokens.expiresAt, now - LINK_KEPT_MS)),
        invitations: db.delete(invitations).where(lt(invitations.expiresAt, now - INVITATION_KEPT_MS)),
        events: db.delete(providerEvents).where(
          sql`${providerEvents.id} IN (SELECT ${providerEvents.id} FROM ${providerEvents}
              WHERE ${providerEvents.receivedAt} < ${now - EVENT_KEPT_MS} LIMIT ${MAX_EVENTS})`,
        ),
        tokens: db.delete(apiTokens).where(lt(apiTokens.expiresAt, now - EXPIRED_TOKEN_KEPT_MS)),
        humanChecks: db.delete(humanCheckUses).where(lt(humanCheckUses.usedAt, now - HUMAN_CHECK_KEPT_MS)),
        browsers: db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, now - KNOWN_DEVICE_LIFETIME_MS)),
        formerUsers: db.delete(formerUsers).where(lt(formerUsers.deletedAt, now - AUDIT_KEPT_MS)),
        audit: db.delete(auditEvents).where(lt(auditEvents.at, now - AUDIT_KEPT_MS)),
        throttles: db.delete(throttles).where(lt(throttles.windowStartedAt, now - COUNTER_KEPT_MS)),
        proofs: db.delete(usedProofs).where(lt(usedProofs.usedAt, now - USED_PROOF_KEPT_MS)),
        delivered: db.delete(outbox).where(lt(outbox.deliveredAt, now - DELIVERED_KEPT_MS)),
        // No connection outlives its session or token by a day. A trigger's row does not say when it was written.
        closings: db
          .delete(outbox)
          .where(
            and(
              isNull(outbox.deliveredAt),
              eq(outbox.kind, 'workspace.close_live'),
              gte(outbox.attempts, ATTEMPTS_OF_A_DAY),
            ),
          ),
        // A mail's cause and inbox count toward limits for a day.
        mailCounts: db
          .update(outbox)
          .set({ cause: null, limitKey: null })
          .where(and(lt(outbox.admittedAt, now - DAY_MS), isNotNull(outbox.limitKey))),
      });
    },

    /** @returns the end of the last hour whose audit rows were copied, UTC ms; null before the first. */
    async readAuditCopiedUntil() {
      const position = await readCursor(db, AUDIT_COPY);
      return position === null ? null : Date.parse(position);
    },

    markAuditCopied: (until: number) => writeCursor(db, AUDIT_COPY, new Date(until).toISOString()),

    /**
     * @returns the audit rows from `from` (inclusive) to `to` (exclusive), oldest first; only those after the row `after`.
     */
    async auditRows(window: {
      from: number;
      to: number;
      after: { at: number; id: string } | null;
      limit: number;
    }) {
      const { from, to, after, limit } = window;
      const isLater = after
        ? sql`(${auditEvents.at}, ${auditEvents.id}) > (${after.at}, ${after.id})`
        : undefined;
      return await db
        .select()
        .from(auditEvents)
        .where(and(gte(auditEvents.at, from), lt(auditEvents.at, to), isLater))
        .orderBy(auditEvents.at, auditEvents.id)
        .limit(limit);
    },
  };
}

/**
 * The statements that delete expired pending registrations.
 * @param accountName limits the deletion to this registration, to free its name for a new one.
 */
export function removeExpiredRegistrations(db: Db, now: number, accountName?: string) {
  const isExpired = and(
    lte(users.confirmationSentAt, now - PENDING_REGISTRATION_LIFETIME_MS),
    accountName === undefined ? undefined : eq(users.username, accountName),
  );
  return removePendingRegistrations(db, isExpired);
}

/**
 * The statements that delete pending registrations, children first: the server does not promise to enforce foreign keys on a
 * connection of one batch. A pending account has one person, and its workspace never ran.
 * @param condition on the person.
 */
export function removePendingRegistrations(db: Db, condition: SQL | undefined) {
  const isPending = and(isNull(users.confirmedAt), condition);
  const userIds = sql`(SELECT ${users.id} FROM ${users} WHERE ${isPending})`;
  const accountIds = sql`(SELECT ${memberships.accountId} FROM ${memberships}
    WHERE ${memberships.role} = 'owner' AND ${memberships.userId} IN ${userIds})`;
  return [
    db.delete(sessions).where(sql`${sessions.userId} IN ${userIds}`),
    ...[linkTokens, knownDevices].map((table) => db.delete(table).where(sql`${table.userId} IN ${userIds}`)),
    db.delete(workspaces).where(sql`${workspaces.accountId} IN ${accountIds}`),
    db.delete(accounts).where(sql`${accounts.id} IN ${accountIds}`),
    db.delete(memberships).where(sql`${memberships.userId} IN ${userIds}`),
    db.delete(users).where(isPending),
  ];
}
