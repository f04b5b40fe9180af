/** With two, a hanging provider does not delay all mails; more would only wait for the write lock. */
const MAX_CONCURRENT = 2;
/** In a burst, one delivery takes the messages of this interval. */
const GATHER_MS = 500;
const MAX_DELIVERING_MS = 15_000;
/** The platform ends a request's work this long after its answer. */
const ABANDONED_AFTER_MS = 30_000;

/** Limits an isolate's concurrent deliveries of the outbox: each takes all due messages, and the cron what remains. */
export function createDeliverers(clock: { now(): number }) {
  const startedAt = new Set<{ at: number }>();
  let isRepeatNeeded = false;

  /**
   * @param maxConcurrent lower for messages that are not urgent.
   * @returns when this request has no delivery left.
   */
  return async function deliverWithinLimit(
    deliver: () => Promise<void>,
    maxConcurrent = MAX_CONCURRENT,
  ): Promise<void> {
    const started = { at: clock.now() };
    for (const other of startedAt) if (started.at - other.at > ABANDONED_AFTER_MS) startedAt.delete(other);
    if (startedAt.size >= maxConcurrent) {
      isRepeatNeeded = true;
      return;
    }
    startedAt.add(started);
    try {
      for (;;) {
        isRepeatNeeded = false;
        await deliver();
        if (!isRepeatNeeded || clock.now() - started.at > MAX_DELIVERING_MS) return;
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      }
    } finally {
      startedAt.delete(started);
    }
  };
}
