import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { KNOWN_BROWSER, type MailLimit } from '#app/domain/access/mail-limits.ts';
import type { OutboxMessage } from '#app/domain/mail/messages.ts';
import { pick } from '#app/domain/pick.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../database.ts';
import { outbox } from '../schema/index.ts';

/** A mail that counts against the limit of its inbox. */
interface CountedMail {
  id: string;
  /** The group of the limit and the hash of the inbox. */
  limitKey: string;
  cause: string | null;
  limit: MailLimit;
}

/** The back-off doubles with each attempt; the first is longer than a slow delivery takes. */
const FIRST_BACKOFF_MS = 30 * SECOND_MS;
const MAX_BACKOFF_MS = 30 * MINUTE_MS;
/** Attempts that the back-off spreads over more than a day. */
export const ATTEMPTS_OF_A_DAY = 54;
const MAX_ERROR_LENGTH = 500;

/** Undelivered messages; each method is one round trip. */
export function outboxStore(db: Db) {
  return {
    /**
     * Claims due messages for only this deliverer, until their back-off ends. A deliverer that dies only delays its
     * messages.
     * @param kinds a pattern (GLOB) of the kinds to claim; by default all.
     */
    async claim(now: number, limit: number, kinds = '*'): Promise<OutboxMessage[]> {
      const rows = await db
        .update(outbox)
        .set({
          attempts: sql`${outbox.attempts} + 1`,
          nextAttemptAt: sql`${now} + min(${MAX_BACKOFF_MS}, ${FIRST_BACKOFF_MS} << min(${outbox.attempts}, 10))`,
        })
        .where(
          sql`${outbox.id} IN (SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.deliveredAt} IS NULL
            AND ${outbox.nextAttemptAt} <= ${now} AND ${outbox.kind} GLOB ${kinds} ORDER BY ${outbox.nextAttemptAt} LIMIT ${limit})`,
        )
        .returning(pick(outbox, 'id', 'kind', 'payload', 'attempts', 'createdAt', 'cause'));
      // `outboxRow` and the triggers write each kind with its payload's type, which the compiler and the tests check.
      return rows as OutboxMessage[];
    },

    /** Marks messages as delivered and deletes their payload, which may hold a link's secret. */
    async markDelivered(ids: readonly string[], now: number) {
      await db
        .update(outbox)
        .set({ deliveredAt: now, payload: {}, lastError: null })
        .where(inArray(outbox.id, [...ids]));
    },

    /**
     * Counts mails against their inboxes, one after the other. An admitted mail stays admitted, so a repeated delivery
     * does not count twice.
     * @returns the ids of the mails within their limit.
     */
    async admitMails(mails: readonly CountedMail[], now: number) {
      const statements = mails.map((mail) =>
        db
          .update(outbox)
          .set({ limitKey: mail.limitKey, admittedAt: sql`coalesce(${outbox.admittedAt}, ${now})` })
          .where(
            sql`${outbox.id} = ${mail.id} AND (${outbox.admittedAt} IS NOT NULL OR ${isWithinMailLimit(mail, now)})`,
          )
          .returning({ id: outbox.id }),
      );
      const { admitted } = await db.batch({ admitted: statements });
      return admitted.flatMap((rows) => rows.map(({ id }) => id));
    },

    /** @param failures `closedAt` of a message that is not tried again, whose payload is deleted; false of others. */
    async markFailed(failures: ReadonlyArray<{ id: string; error: string; closedAt: number | false }>) {
      const failed = failures.map(({ id, error, closedAt }) =>
        db
          .update(outbox)
          .set({
            lastError: error.slice(0, MAX_ERROR_LENGTH),
            ...(closedAt && {
              deliveredAt: closedAt,
              payload: {},
              // A mail that was admitted counts toward its limits for a day (`expired-rows.ts`).
              cause: sql`iif(${outbox.admittedAt} IS NULL, NULL, ${outbox.cause})`,
            }),
          })
          // Another deliverer, with a later claim, may have delivered it meanwhile.
          .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt))),
      );
      await db.batch({ failed });
    },
  };
}

/**
 * A browser in which the recipient signed in before has a separate limit. So strangers who use up the inbox's limit do not
 * keep its owner from getting a link.
 */
export function isWithinMailLimit({ limitKey, cause, limit }: Omit<CountedMail, 'id'>, now: number): SQL {
  const countAdmitted = (sinceMs: number, condition: SQL) => sql`(SELECT count(*) FROM ${outbox} AS other
    WHERE other.limit_key = ${limitKey} AND other.admitted_at > ${now - sinceMs} AND ${condition})`;
  const isOfCause = sql`other.cause = ${cause}`;
  if (cause?.startsWith(KNOWN_BROWSER)) return sql`${countAdmitted(HOUR_MS, isOfCause)} < ${limit.perHour}`;
  const isOfOthers = sql`coalesce(other.cause, '') NOT LIKE ${`${KNOWN_BROWSER}%`}`;
  const withinHour = countAdmitted(HOUR_MS, isOfOthers);
  return sql`(${withinHour} < ${limit.perHour} AND ${countAdmitted(HOUR_MS, isOfCause)} < ${limit.perCause}
    AND (${withinHour} = 0 OR ${countAdmitted(DAY_MS, isOfOthers)} < ${limit.perDay}))`;
}
