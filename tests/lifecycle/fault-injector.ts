/** What happens at the object's n-th outside call from now. */
export type Fault =
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
export class FaultInjector {
  #fault: Fault | null = null;
  #calls = 0;
  #die: (crash: Crash) => void = () => {};
  /** Restores the storage to each turn since the last call. */
  #turns: Array<() => void> = [];
  /** @returns a function that restores the current durable data. */
  readonly #snapshot: () => () => void;
  /** Number of faults of each kind so far. */
  readonly injected = new Map<Fault['kind'], number>();

  constructor(snapshot: () => () => void) {
    this.#snapshot = snapshot;
  }

  get isPlanned(): boolean {
    return this.#fault !== null;
  }

  plan(fault: Fault): void {
    this.#fault = fault;
    this.#calls = 0;
    this.#turns = [];
    this.#noteDurable();
  }

  forget(): void {
    this.#fault = null;
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
    const fault = this.#fault;
    if (!(outcome instanceof Crash) && fault?.kind !== 'crash-at-end') {
      // The platform answers and completes an alarm once all writes are durable.
      this.#noteDurable();
      return { outcome };
    }
    if (fault?.kind === 'crash-at-end') this.#inject(fault);
    lifetime.isOver = true;
    return 'crashed';
  }

  async call<T>(lifetime: Lifetime, effect: () => T): Promise<T> {
    if (lifetime.isOver) return new Promise<T>(() => {});
    const fault = this.#fault;
    if (!fault) return effect();
    if (fault.kind === 'crash-at-end' || this.#calls++ !== fault.atCall) {
      this.#noteDurable();
      return effect();
    }
    this.#inject(fault);
    if (fault.kind === 'meanwhile') {
      await fault.act();
      return effect();
    }
    if (fault.kind === 'crash-after') {
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

  #inject(fault: Fault): void {
    this.#fault = null;
    this.injected.set(fault.kind, (this.injected.get(fault.kind) ?? 0) + 1);
    if ('keptTurns' in fault) this.#turns[Math.min(fault.keptTurns, this.#turns.length - 1)]?.();
    this.#turns = [];
  }

  get #isLossy(): boolean {
    return this.#fault !== null && 'keptTurns' in this.#fault;
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
