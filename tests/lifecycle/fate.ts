/** What happens at the object's n-th outside call from now. */
export type Fate =
  /** The object dies: `unwritten` also loses the last turns of writes that no call has waited for. */
  | { kind: 'crash-before' | 'crash-after'; atCall: number }
  | { kind: 'crash-unwritten'; atCall: number; keptTurns: number }
  /** The same, after the call's effect but before its answer. */
  | { kind: 'crash-at-end'; keptTurns: number }
  /** Another event arrives while the object waits for the call. */
  | { kind: 'meanwhile'; atCall: number; act: () => Promise<void> };

/** The object's lifetime in memory; its parts do nothing afterwards. */
export interface Lifetime {
  isOver: boolean;
}

class Crash {}

/**
 * Every outside call of the object passes here, so that the object can die before the call's effect, or between the effect
 * and the answer. A dead object's calls never return.
 *
 * The platform delays a call until all earlier writes are durable. Later writes can be lost, last first; writes without an
 * await in between are lost together.
 */
export class Fates {
  #fate: Fate | null = null;
  #calls = 0;
  #die: (crash: Crash) => void = () => {};
  /** Restores the storage to each turn since the last call. */
  #turns: Array<() => void> = [];
  /** @returns a function that restores the current durable data. */
  readonly #snapshot: () => () => void;
  /** Number of each fate so far. */
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

  /** Call at the end of each turn with writes. */
  turnEnded(): void {
    if (this.#isLossy) this.#turns.push(this.#snapshot());
  }

  /** @returns the outcome of `work`, or 'crashed' when the object died. */
  async survive<T>(lifetime: Lifetime, work: () => Promise<T>): Promise<{ outcome: T } | 'crashed'> {
    const death = new Promise<Crash>((resolve) => {
      this.#die = resolve;
    });
    const outcome = await Promise.race([work(), death]);
    const fate = this.#fate;
    if (!(outcome instanceof Crash) && fate?.kind !== 'crash-at-end') {
      // The platform answers and completes an alarm once all writes are durable.
      this.#noteDurable();
      return { outcome };
    }
    if (fate?.kind === 'crash-at-end') this.#befall(fate);
    lifetime.isOver = true;
    return 'crashed';
  }

  async call<T>(lifetime: Lifetime, effect: () => T): Promise<T> {
    if (lifetime.isOver) return new Promise<T>(() => {});
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
        // The object died before the call could fail.
      }
    }
    lifetime.isOver = true;
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

/** @returns the same port, which throws after the object's lifetime. */
export function whileAlive<Port extends object>(lifetime: Lifetime, port: Port): Port {
  const guarded = Object.entries(port).map(([name, method]) => [
    name,
    (...given: unknown[]) => {
      if (lifetime.isOver) throw new Error('This object is dead.');
      return (method as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(guarded) as Port;
}
