/** What happens at the n-th call that the object makes to the outside, counted from now. */
export type Fate =
  /** The object's process dies: `unwritten` also loses what no call had yet waited for, but for the first turns of it. */
  | { kind: 'crash-before' | 'crash-after'; atCall: number }
  | { kind: 'crash-unwritten'; atCall: number; keptTurns: number }
  /** The same, as it is through but before it can say so. */
  | { kind: 'crash-at-end'; keptTurns: number }
  /** Something else comes in while the object waits for that call. */
  | { kind: 'meanwhile'; atCall: number; act: () => Promise<void> };

/** The object's life in memory; what was composed for it does nothing once it is over. */
export interface Life {
  isOver: boolean;
}

class Crash {}

/**
 * Every call of the object to the outside goes through here, so that it can die at any of them: before the call has its
 * effect, or after it and before the object learns of that. Whoever waits for a dead object's call waits for ever.
 *
 * The platform holds a call back until all writes before it are durable. Those after it may be lost, the last first;
 * what was written without awaiting anything in between is lost or kept as one.
 */
export class Fates {
  #fate: Fate | null = null;
  #calls = 0;
  #die: (crash: Crash) => void = () => {};
  /** What brings the storage back to how it was after each turn since the last call. */
  #turns: Array<() => void> = [];
  /** @returns what brings everything durable back to how it is now. */
  readonly #snapshot: () => () => void;
  /** How often each fate befell the object. */
  readonly befallen = new Map<Fate['kind'], number>();

  constructor(snapshot: () => () => void) {
    this.#snapshot = snapshot;
  }

  get isPlanned(): boolean {
    return this.#fate !== null;
  }

  plan(fate: Fate): void {
    this.#fate = fate;
    this.#calls = 0;
    this.#turns = [];
    this.#noteDurable();
  }

  forget(): void {
    this.#fate = null;
    this.#turns = [];
  }

  /** To be called at the end of each turn in which something was written. */
  turnEnded(): void {
    if (this.#isLossy) this.#turns.push(this.#snapshot());
  }

  /** @returns whether the object lived through it, and what `work` returned. */
  async survive<T>(life: Life, work: () => Promise<T>): Promise<{ outcome: T } | 'crashed'> {
    const death = new Promise<Crash>((resolve) => {
      this.#die = resolve;
    });
    const outcome = await Promise.race([work(), death]);
    const fate = this.#fate;
    if (!(outcome instanceof Crash) && fate?.kind !== 'crash-at-end') {
      // The platform answers, and lets go of an alarm, once all is durable.
      this.#noteDurable();
      return { outcome };
    }
    if (fate?.kind === 'crash-at-end') this.#befall(fate);
    life.isOver = true;
    return 'crashed';
  }

  async call<T>(life: Life, effect: () => T): Promise<T> {
    if (life.isOver) return new Promise<T>(() => {});
    const fate = this.#fate;
    if (!fate) return effect();
    if (fate.kind === 'crash-at-end' || this.#calls++ !== fate.atCall) {
      this.#noteDurable();
      return effect();
    }
    this.#befall(fate);
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
    life.isOver = true;
    this.#die(new Crash());
    return new Promise<T>(() => {});
  }

  #befall(fate: Fate): void {
    this.#fate = null;
    this.befallen.set(fate.kind, (this.befallen.get(fate.kind) ?? 0) + 1);
    if ('keptTurns' in fate) this.#turns[Math.min(fate.keptTurns, this.#turns.length - 1)]?.();
    this.#turns = [];
  }

  get #isLossy(): boolean {
    return this.#fate !== null && 'keptTurns' in this.#fate;
  }

  #noteDurable(): void {
    if (this.#isLossy) this.#turns = [this.#snapshot()];
  }
}

/** @returns the same port, which fails whoever uses it when its object's life is over. */
export function whileAlive<Port extends object>(life: Life, port: Port): Port {
  const guarded = Object.entries(port).map(([name, method]) => [
    name,
    (...given: unknown[]) => {
      if (life.isOver) throw new Error('This object is dead.');
      return (method as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(guarded) as Port;
}
