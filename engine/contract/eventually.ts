import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than any step takes, so no test depends on speed. */
const PATIENCE_MS = 150_000;
const ASK_EVERY_MS = 50;

/** Repeats `attempt` until it returns a truthy value. @throws Error that names `what` after the timeout. */
export async function eventually<Result>(
  what: string,
  attempt: () => Promise<Result | undefined | null | false>,
  withinMs = PATIENCE_MS,
): Promise<Result> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const result = await attempt();
    if (result) return result;
    if (performance.now() > giveUpAt) throw new Error(`never happened: ${what}`);
    await sleep(ASK_EVERY_MS);
  }
}
