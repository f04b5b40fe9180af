import { SECOND_MS } from '#app/domain/time/clock.ts';
import { type Execution, ProcessModel, type Taken } from './process.ts';
import { Timers } from './timers.ts';

/** How long gateway and replay wait for an answer. */
const DEADLINE_MS = 100 * SECOND_MS;
/** The time after which the ingress sends nothing more to a process that does not respond. */
const UNREADY_AFTER_MS = 15 * SECOND_MS;
/** The time in which the cluster replaces an ended process. */
const REPLACED_AFTER_MS = 20 * SECOND_MS;

/** What the cluster reports to the world. */
interface Observers {
  now(): number;
  /** A random whole number. */
  below(limit: number): number;
  /** A poison begins to run. */
  onPoison(execution: Execution): void;
  /** Whether a process should run. */
  isWanted(): boolean;
  /** The successor of a process that ended is ready. */
  onReplaced(): void;
}

/** The cluster around a workspace's process: it ends one that does not respond, and replaces one that ended. */
export class HeldCluster {
  readonly process = new ProcessModel();
  readonly timers = new Timers();
  readonly #observers: Observers;

  constructor(observers: Observers) {
    this.#observers = observers;
    this.process.onPoison = (execution, crash) => this.#runPoison(execution, crash);
  }

  /** Sends a request to the process, and waits for the answer until the deadline. */
  async take(execution: Execution): Promise<Taken> {
    let cancel = () => {};
    const taken = await new Promise<Taken>((resolve) => {
      const answered = this.process.take(execution, () => resolve({ kind: 'broken' }));
      if (answered) resolve(answered);
      else cancel = this.#after(DEADLINE_MS, () => resolve({ kind: 'late' }));
    });
    cancel();
    return taken;
  }

  #after(durationMs: number, run: () => void): () => void {
    return this.timers.set(this.#observers.now() + durationMs, run);
  }

  #runPoison(execution: Execution, crash: () => void): void {
    this.#observers.onPoison(execution);
    const end = () => {
      crash();
      this.#after(REPLACED_AFTER_MS, () => this.#replaceProcess());
    };
    if (execution.path === '/webhook/die') {
      end();
      return;
    }
    this.#after(UNREADY_AFTER_MS, () => {
      this.process.isReady &&= !this.process.isHung;
    });
    // The cluster ends a process that does not respond for two minutes; one without memory ends at any time.
    const least = execution.path === '/webhook/hang' ? 20 * SECOND_MS : DEADLINE_MS + SECOND_MS;
    this.#after(least + this.#observers.below(130) * SECOND_MS, end);
  }

  #replaceProcess(): void {
    if (!this.#observers.isWanted()) return;
    if (!this.process.isUp) this.process.start();
    this.#observers.onReplaced();
  }
}
