import { inArray, sql } from 'drizzle-orm';
import { MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import type { MailMessage, OutboxMessage } from '#app/use-cases/outbox/messages.ts';
import type { OutboxStore } from '#app/use-cases/outbox/ports.ts';
import type { Db } from '../client.ts';
import { outbox } from '../schema/index.ts';

/** Doubles with each attempt; the first is long enough that a slow delivery is not doubled. */
const FIRST_BACKOFF_MS = 30 * SECOND_MS;
const LONGEST_BACKOFF_MS = 30 * MINUTE_MS;
const MAX_ERROR_LENGTH = 500;

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

    async markFailed(failures) {
      const [first, ...rest] = failures.map(({ id, error }) =>
        db
          .update(outbox)
          .set({ lastError: error.slice(0, MAX_ERROR_LENGTH) })
          .where(sql`${outbox.id} = ${id}`),
      );
      if (first) await db.batch([first, ...rest]);
    },
  };
}

/** @returns the row of a mail that is due at once. */
export function mailRow(message: MailMessage, now: number): typeof outbox.$inferInsert {
  return { id: message.id, kind: 'mail', payload: message.mail, createdAt: now, nextAttemptAt: now };
}
