import { inArray, type SQL, sql } from 'drizzle-orm';
import { KNOWN_BROWSER } from '#app/domain/access/mail-limits.ts';
import type { OutboxMessage } from '#app/domain/mail/messages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { CountedMail, OutboxStore } from '#app/use-cases/outbox/ports.ts';
import type { Db } from '../client.ts';
import { outbox } from '../schema/index.ts';

/** Doubles with each attempt; the first is long enough that a slow delivery is not doubled. */
const FIRST_BACKOFF_MS = 30 * SECOND_MS;
const LONGEST_BACKOFF_MS = 30 * MINUTE_MS;
const MAX_ERROR_LENGTH = 500;
const DROPPED = 'Over the limit of its inbox.';

/** Undelivered effects. */
export function outboxStore(db: Db): OutboxStore {
  return {
    async claim(now, limit) {
      const rows = await db
        .update(outbox)
        .set({
          attempts: sql`${outbox.attempts} + 1`,
          nextAttemptAt: sql`${now} + min(${LONGEST_BACKOFF_MS}, ${FIRST_BACKOFF_MS} << min(${outbox.attempts}, 10))`,
        })
        .where(
          sql`${outbox.id} IN (SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.deliveredAt} IS NULL
            AND ${outbox.nextAttemptAt} <= ${now} ORDER BY ${outbox.nextAttemptAt} LIMIT ${limit})`,
        )
        .returning({
          id: outbox.id,
          kind: outbox.kind,
          payload: outbox.payload,
          attempts: outbox.attempts,
          createdAt: outbox.createdAt,
          cause: outbox.cause,
        });
      // Only this code base writes the rows, each kind with its payload's type.
      return rows as OutboxMessage[];
    },

    async markDelivered(ids, now) {
      await db
        .update(outbox)
        .set({ deliveredAt: now, payload: {}, lastError: null })
        .where(inArray(outbox.id, [...ids]));
    },

    async admitMails(mails, now) {
      const statements = mails.map((mail) =>
        db
          .update(outbox)
          .set({ limitKey: mail.limitKey, admittedAt: sql`coalesce(${outbox.admittedAt}, ${now})` })
          .where(
            sql`${outbox.id} = ${mail.id} AND (${outbox.admittedAt} IS NOT NULL OR ${isWithinLimit(mail, now)})`,
          )
          .returning({ id: outbox.id }),
      );
      const { admitted } = await db.batch({ admitted: statements });
      return admitted.flatMap((rows) => rows.map(({ id }) => id));
    },

    async markDropped(ids, now) {
      await db
        .update(outbox)
        .set({ deliveredAt: now, payload: {}, lastError: DROPPED, cause: null })
        .where(inArray(outbox.id, [...ids]));
    },

    async markFailed(failures) {
      const failed = failures.map(({ id, error }) =>
        db
          .update(outbox)
          .set({ lastError: error.slice(0, MAX_ERROR_LENGTH) })
          .where(sql`${outbox.id} = ${id}`),
      );
      await db.batch({ failed });
    },
  };
}

/**
 * A browser that the recipient signed in with before has a number of its own, so that strangers who use up the inbox's
 * keep nobody from their own link.
 */
function isWithinLimit({ limitKey, cause, limit }: CountedMail, now: number): SQL {
  const admitted = (sinceMs: number, condition: SQL) => sql`(SELECT count(*) FROM ${outbox} AS other
    WHERE other.limit_key = ${limitKey} AND other.admitted_at > ${now - sinceMs} AND ${condition})`;
  const isOfCause = sql`other.cause = ${cause}`;
  if (cause?.startsWith(KNOWN_BROWSER)) return sql`${admitted(HOUR_MS, isOfCause)} < ${limit.perHour}`;
  const isOfOthers = sql`coalesce(other.cause, '') NOT LIKE ${`${KNOWN_BROWSER}%`}`;
  const withinHour = admitted(HOUR_MS, isOfOthers);
  return sql`(${withinHour} < ${limit.perHour} AND ${admitted(HOUR_MS, isOfCause)} < ${limit.perCause}
    AND (${withinHour} = 0 OR ${admitted(DAY_MS, isOfOthers)} < ${limit.perDay}))`;
}
