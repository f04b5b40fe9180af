import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';

/** Counters that stand for themselves, apart from the change that they count. */
export interface ThrottleStore {
  /** Adds to counters in one round trip. @returns each as this attempt left it, in their order. */
  count(
    counters: ReadonlyArray<{ key: string; rule: ThrottleRule; by: number }>,
    now: number,
  ): Promise<Array<{ attempts: number; windowEndsAt: number }>>;
}
