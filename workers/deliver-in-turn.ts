/** Enough that a provider that hangs does not hold back the others' mails; more would only wait for the write lock. */
const AT_ONCE = 2;
/** In a burst, what arrives meanwhile goes in one delivery. */
const GATHER_MS = 500;
const STEPS_DOWN_AFTER_MS = 15_000;
/** The platform ends a request's work so long after its answer: by then somebody else goes on. */
const GONE_AFTER_MS = 30_000;

/**
 * Has the outbox delivered by few of an isolate's requests at a time. Each delivery takes all that is due, so a request
 * that finds enough of them under way only asks that they look once more. What one leaves behind, the cron takes.
 */
export function createDeliverers(clock: { now(): number }) {
  const startedAt = new Set<{ at: number }>();
  let isAskedForMore = false;

  /**
   * @param deliver delivers all that is due.
   * @param atOnce fewer, for what is not in a hurry.
   * @returns when nothing is left to this one. @throws what it throws.
   */
  return async function deliverInTurn(deliver: () => Promise<void>, atOnce = AT_ONCE): Promise<void> {
    const started = { at: clock.now() };
    for (const other of startedAt) if (started.at - other.at > GONE_AFTER_MS) startedAt.delete(other);
    if (startedAt.size >= atOnce) {
      isAskedForMore = true;
      return;
    }
    startedAt.add(started);
    try {
      for (;;) {
        isAskedForMore = false;
        await deliver();
        if (!isAskedForMore || clock.now() - started.at > STEPS_DOWN_AFTER_MS) return;
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      }
    } finally {
      startedAt.delete(started);
    }
  };
}
