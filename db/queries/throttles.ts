import { type SQL, sql } from 'drizzle-orm';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { ThrottleStore } from '#app/use-cases/throttle/ports.ts';
import type { Db } from '../client.ts';
import { throttles } from '../schema/index.ts';

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
export function counted(rows: Array<{ attempts: number; windowStartedAt: number }>, rule: ThrottleRule) {
  const row = rows[0];
  if (!row) throw new Error('The throttle statement returned no row.');
  return { attempts: row.attempts, windowEndsAt: row.windowStartedAt + rule.windowMs };
}

/** Counters that no other statement goes with. */
export function throttleStore(db: Db): ThrottleStore {
  return {
    async count(counters, now) {
      const { attempts } = await db.batch({
        attempts: counters.map(({ key, rule, by }) => countAttempt(db, key, rule, now, by)),
      });
      return counters.map(({ rule }, index) => counted(attempts[index] ?? [], rule));
    },
  };
}
