/** An answer worth keeping: `value` is shared by all who read it, and therefore never changed. */
interface CachedAnswer {
  value: unknown;
  storedAt: number;
  /** While the provider is down: not asked again before this instant, so that each reader does not wait for it. */
  askAgainAt: number;
}

export interface AnswerCache {
  get(key: string): CachedAnswer | undefined;
  set(key: string, answer: CachedAnswer): void;
}

/** @returns a cache that forgets what was used longest ago once it holds `maxEntries`. */
export function memoryCache(maxEntries: number): AnswerCache {
  const entries = new Map<string, CachedAnswer>();
  return {
    get(key) {
      const answer = entries.get(key);
      if (!answer) return undefined;
      // A Map keeps the order of insertion: to insert again is to mark as just used.
      entries.delete(key);
      entries.set(key, answer);
      return answer;
    },
    set(key, answer) {
      entries.delete(key);
      entries.set(key, answer);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}
