import { vi } from 'vitest';

type Attempt<T> = T | undefined | null | false;

/** Repeats `attempt` until it gives something, for at most ten seconds. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<Attempt<T>> | Attempt<T>,
): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const result = await attempt();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Repeats an assertion until it holds; `expect.poll` knows no tests that run side by side. */
export function soon(assertion: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(assertion, { timeout: 8_000, interval: 25 });
}
