/** A cached answer. All readers share `value`, so it never changes. */
interface CachedAnswer {
  value: unknown;
  storedAt: number;
  /** While the provider is down: the instant of the next request, so that not every reader waits for a timeout. */
  retryAt: number;
}

/** @returns a cache that evicts the least recently used entry beyond `maxEntries`. */
export function memoryCache<Value>(maxEntries: number) {
  const entries = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      // A Map keeps insertion order: inserting again marks the entry as just used.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
    remove(key: string): void {
      entries.delete(key);
    },
  };
}

export type AnswerCache = ReturnType<typeof memoryCache<CachedAnswer>>;
