import { type SQL, sql } from 'drizzle-orm';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../client.ts';
import { throttles } from '../schema/index.ts';

export interface Counted {
  attempts: number;
  windowEndsAt: number;
}

/**
 * The statement that adds to a counter, beginning a new window when the last one is over. A write, so it may lead a
 * batch; it returns the counter as this very attempt left it, so two at once never read the same number.
 */
export function countAttempt(db: Db, key: string | SQL, rule: ThrottleRule, now: number, by = 1) {
  const isOver = sql`${throttles.windowStartedAt} <= ${now - rule.windowMs}`;
  return db
    .insert(throttles)
    .values({ key, windowStartedAt: now, count: by })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN ${by} ELSE ${throttles.count} + ${by} END`,
        windowStartedAt: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${throttles.windowStartedAt} END`,
      },
    })
    .returning({
      key: throttles.key,
      attempts: throttles.count,
      windowStartedAt: throttles.windowStartedAt,
    });
}

/** @returns the counter in the form the use cases judge. */
export function counted(
  rows: Array<{ attempts: number; windowStartedAt: number }>,
  rule: ThrottleRule,
): Counted {
  const row = rows[0];
  if (!row) throw new Error('The throttle statement returned no row.');
  return { attempts: row.attempts, windowEndsAt: row.windowStartedAt + rule.windowMs };
}

/** Counters that stand for themselves, apart from the change that they count. */
export function throttleStore(db: Db) {
  return {
    /** Adds to counters in one round trip. @returns each as this attempt left it, in their order. */
    async count(
      counters: ReadonlyArray<{ key: string; rule: ThrottleRule; by: number }>,
      now: number,
    ): Promise<Counted[]> {
      const { attempts } = await db.batch({
        attempts: counters.map(({ key, rule, by }) => countAttempt(db, key, rule, now, by)),
      });
      return counters.map(({ rule }, index) => counted(attempts[index] ?? [], rule));
    },
  };
}

export type ThrottleStore = ReturnType<typeof throttleStore>;
