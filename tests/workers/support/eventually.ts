import { vi } from 'vitest';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';

/** A turn asks objects, cluster and database, which costs more than what it waits for when it comes too often. */
const ASK_EVERY_MS = 50;

type Attempt<T> = T | undefined | null | false;

/** Repeats `attempt` until it returns a value. @throws an error with `what` after the time-out. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<Attempt<T>> | Attempt<T>,
): Promise<T> {
  const deadline = Date.now() + HANGS_AFTER_MS;
  for (;;) {
    const result = await attempt();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** Repeats an assertion until it holds; `expect.poll` does not support concurrent tests. */
export function soon(assertion: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(assertion, { timeout: HANGS_AFTER_MS, interval: ASK_EVERY_MS });
}
