import { eq, type SQL, sql } from 'drizzle-orm';
import type { Throttle, ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../database.ts';
import { throttles } from '../schema/index.ts';

/** A counter after an attempt was added to it; `windowEndsAt` is UTC ms. */
export interface Counter {
  attempts: number;
  limit: number;
  windowEndsAt: number;
}

/** A counter whose key the database may compute. */
type ThrottleInSql = Omit<Throttle, 'key'> & { key: string | SQL };

/**
 * The statement that adds to a counter, and begins a new window after the last one. As a write it can begin a batch. It
 * returns the counter after this attempt, so two concurrent attempts never read the same number.
 */
export function countAttempt(db: Db, { key, rule }: ThrottleInSql, now: number, by: number | SQL = 1) {
  const isOver = sql`${throttles.windowStartedAt} <= ${now - rule.windowMs}`;
  const isNew = rule.isSinceLast
    ? sql`${isOver} OR (excluded.count > 0 AND ${throttles.count} + excluded.count <= ${rule.limit})`
    : isOver;
  return db
    .insert(throttles)
    .values({ key, windowStartedAt: now, count: sql`${by}` })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`excluded.count + iif(${isOver}, 0, ${throttles.count})`,
        windowStartedAt: sql`iif(${isNew}, ${now}, ${throttles.windowStartedAt})`,
      },
    })
    .returning({
      key: throttles.key,
      attempts: throttles.count,
      windowStartedAt: throttles.windowStartedAt,
    });
}

/** @returns the row of `countAttempt` in the form that use cases check. */
export function readCounter(
  rows: Array<{ attempts: number; windowStartedAt: number }>,
  rule: ThrottleRule,
): Counter {
  const row = rows[0];
  if (!row) throw new Error('The throttle statement returned no row.');
  return { attempts: row.attempts, limit: rule.limit, windowEndsAt: row.windowStartedAt + rule.windowMs };
}

/** @returns the condition that a counter, with the attempt counted before it in the batch, is within its limit. */
export function isWithinLimit({ key, rule }: Throttle): SQL {
  return sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${key}) <= ${rule.limit}`;
}

/** The statement that takes a successful attempt off its counter. */
export function forgiveAttempt(db: Db, key: string, condition: SQL = sql`TRUE`) {
  return db
    .update(throttles)
    .set({ count: sql`max(${throttles.count} - 1, 0)` })
    .where(sql`${eq(throttles.key, key)} AND ${condition}`);
}

/** Counters that are written without another change. */
export function throttleStore(db: Db) {
  return {
    /** Adds to counters in one round trip. @returns each counter after this attempt, in the same order. */
    async count(counters: ReadonlyArray<Throttle & { by: number }>, now: number) {
      const { attempts } = await db.batch({
        attempts: counters.map(({ by, ...throttle }) => countAttempt(db, throttle, now, by)),
      });
      return counters.map(({ rule }, index) => readCounter(attempts[index] ?? [], rule));
    },
  };
}
