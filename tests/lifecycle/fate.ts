/** The object's process died: what was running goes no further, what was stored stays. */
export class Crash extends Error {}

/** What happens at the n-th call that the object makes to the outside, counted from now. */
export type Fate =
  | { kind: 'crash-before' | 'crash-after'; atCall: number }
  /** Something else comes in while the object waits for that call. */
  | { kind: 'meanwhile'; atCall: number; act: () => Promise<void> };

/**
 * Every call of the object to the outside goes through here, so that it can die at any of them: before the call has its
 * effect, or after it and before the object learns of that. Whoever waits for a dead object's call waits for ever.
 */
export class Fates {
  #fate: Fate | null = null;
  #calls = 0;
  #die: (crash: Crash) => void = () => {};

  plan(fate: Fate): void {
    this.#fate = fate;
    this.#calls = 0;
  }

  forget(): void {
    this.#fate = null;
  }

  /** @returns what `work` returns, or 'crashed' when the object died in it. */
  async survive(work: () => Promise<void>): Promise<'done' | 'crashed'> {
    const death = new Promise<Crash>((resolve) => {
      this.#die = resolve;
    });
    const outcome = await Promise.race([work(), death]);
    return outcome instanceof Crash ? 'crashed' : 'done';
  }

  async call<T>(effect: () => T): Promise<T> {
    const fate = this.#fate;
    if (!fate || this.#calls++ !== fate.atCall) return effect();
    this.#fate = null;
    if (fate.kind === 'meanwhile') {
      await fate.act();
      return effect();
    }
    if (fate.kind === 'crash-after') {
      try {
        effect();
      } catch {
        // It would have failed: the object does not live to see it.
      }
    }
    this.#die(new Crash());
    return new Promise<T>(() => {});
  }
}
