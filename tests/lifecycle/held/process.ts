import { type ClosedPaths, isClosedFor } from '#app/domain/held-webhooks/gate.ts';
import type { AttemptOutcome } from '#app/domain/held-webhooks/replay.ts';

/** The outcome of a request at the workspace's process; `broken`: the process ended while it had the request. */
export type Taken =
  | { kind: 'ran' }
  | { kind: 'refused'; why: 'gate-closed' | 'execution-limit' | 'not-registered' | 'in-progress' }
  | { kind: 'absent' }
  | { kind: 'broken' }
  | { kind: 'late' };

/** One execution of a flow. */
export interface Execution {
  id: string;
  path: string;
  isReplay: boolean;
  /** Whether the object sent it to the process before this one. */
  isOfEarlierProcess?: boolean;
}

/** Flows that end the process: immediately, after it stopped responding, or while it still responds. */
export const POISONS = ['/webhook/die', '/webhook/hang', '/webhook/leak'] as const;
export type Poison = (typeof POISONS)[number];

export const isPoison = (path: string): path is Poison => POISONS.some((poison) => poison === path);

/** A workspace's process with its gate, as in the contract: it starts closed, and its volume keeps the answers. */
export class ProcessModel {
  isUp = false;
  /** Whether one flow keeps the process from responding to anything. */
  isHung = false;
  /** Whether the ingress sends requests to it. */
  isReady = false;
  isAtLimit = false;
  /** Paths that are not registered yet. */
  isRegistered = true;
  closed: ClosedPaths = 'all';
  readonly #remembered = new Set<string>();
  /** Requests that a leaking flow has not answered. */
  readonly #running = new Set<string>();
  /** Ends the connections of requests without an answer. */
  readonly #connections = new Set<() => void>();
  /** Called before each execution. */
  onRun: (execution: Execution) => void = () => {};
  /** Called when a poison began to run; `crash` ends the process, unless another one replaced it. */
  onPoison: (execution: Execution, crash: () => void) => void = () => {};

  get isResponding(): boolean {
    return this.isUp && !this.isHung;
  }

  start(): void {
    this.stop();
    this.isUp = true;
    this.isReady = true;
    this.closed = 'all';
  }

  stop(): void {
    this.isUp = false;
    this.isHung = false;
    this.#running.clear();
    const broken = [...this.#connections];
    this.#connections.clear();
    for (const end of broken) end();
  }

  /** @returns whether the process remembers an execution of this id and so skips it. */
  remembers(id: string): boolean {
    return this.#remembered.has(id);
  }

  /** @returns null while there is no answer; then `onEnd` is called if the process ends. */
  take(execution: Execution, onEnd: () => void): Taken | null {
    const { id, path, isReplay } = execution;
    if (!this.isUp || !this.isReady) return { kind: 'absent' };
    if (this.isHung) return this.#keep(onEnd);
    if (isReplay && this.#remembered.has(id)) return { kind: 'ran' };
    if (isReplay && this.#running.has(id)) return { kind: 'refused', why: 'in-progress' };
    if (!isReplay && isClosedFor(this.closed, path)) return { kind: 'refused', why: 'gate-closed' };
    if (this.isAtLimit) return { kind: 'refused', why: 'execution-limit' };
    if (path === '/webhook/late' && !this.isRegistered) return { kind: 'refused', why: 'not-registered' };
    if (isPoison(path)) return this.#poison(execution, onEnd);
    this.onRun(execution);
    this.#remembered.add(id);
    return { kind: 'ran' };
  }

  #poison(execution: Execution, onEnd: () => void): Taken | null {
    this.isHung = execution.path === '/webhook/hang';
    this.#running.add(execution.id);
    this.#keep(onEnd);
    this.onPoison(execution, () => {
      // Otherwise the process that ran it is gone.
      if (this.#running.has(execution.id)) this.stop();
    });
    return null;
  }

  #keep(onEnd: () => void): null {
    this.#connections.add(onEnd);
    return null;
  }
}

/** @returns the result of a replay as the object sees it. */
export function outcomeOf(taken: Taken, path: string): AttemptOutcome {
  switch (taken.kind) {
    case 'ran':
      return { kind: 'answered', status: path === '/webhook/fails' ? 500 : 200 };
    case 'absent':
      return { kind: 'unreachable' };
    case 'broken':
      return { kind: 'broken' };
    case 'late':
      return { kind: 'unanswered' };
    case 'refused':
      if (taken.why === 'in-progress' || taken.why === 'not-registered') return { kind: taken.why };
      return { kind: 'unavailable' };
  }
}
