/** What happens in the world at a time of its clock, UTC ms. */
export class Timers {
  readonly #timers = new Set<{ at: number; run: () => void }>();

  /** @returns a function that cancels it. */
  set(at: number, run: () => void): () => void {
    const timer = { at, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** @returns when the first one is due; null without any. */
  nextAt(): number | null {
    return this.#timers.size === 0 ? null : Math.min(...[...this.#timers].map(({ at }) => at));
  }

  runDue(now: number): void {
    for (const timer of [...this.#timers]) {
      if (timer.at > now || !this.#timers.delete(timer)) continue;
      timer.run();
    }
  }
}
