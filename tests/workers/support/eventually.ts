import { vi } from 'vitest';

type Attempt<T> = T | undefined | null | false;

/** Only ends what hangs, also on a machine many times slower; below the limit of a test (vitest.workers.config.ts). */
const HAPPENS_WITHIN_MS = 150_000;

/** Repeats `attempt` until it returns a value. @throws an error with `what` after the time-out. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<Attempt<T>> | Attempt<T>,
): Promise<T> {
  const deadline = Date.now() + HAPPENS_WITHIN_MS;
  for (;;) {
    const result = await attempt();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Repeats an assertion until it holds; `expect.poll` does not support concurrent tests. */
export function soon(assertion: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(assertion, { timeout: HAPPENS_WITHIN_MS, interval: 25 });
}
