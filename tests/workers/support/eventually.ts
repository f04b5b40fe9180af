import { vi } from 'vitest';

type Attempt<T> = T | undefined | null | false;

/** Far above what any of it takes, so that a busy machine fails nothing; below a test's own limit. */
const HAPPENS_WITHIN_MS = 45_000;

/** Repeats `attempt` until it gives something. @throws naming `what` when it never does. */
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

/** Repeats an assertion until it holds; `expect.poll` knows no tests that run side by side. */
export function soon(assertion: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(assertion, { timeout: HAPPENS_WITHIN_MS, interval: 25 });
}
