import { type ClosedPaths, isClosedFor } from '#app/domain/held-webhooks/gate.ts';
import type { AttemptOutcome } from '#app/domain/held-webhooks/replay.ts';

/** The outcome of a request at the workspace's process. */
type Taken =
  | { kind: 'ran' }
  | { kind: 'refused'; why: 'gate-closed' | 'execution-limit' | 'not-registered' }
  | { kind: 'gone' };

/** One execution of a flow. */
export interface Execution {
  id: string;
  path: string;
  isReplay: boolean;
}

/** A workspace's process with its gate, as in the contract: it starts closed, and its volume keeps the answers. */
export class ProcessModel {
  isUp = false;
  isAtLimit = false;
  /** Paths that are not registered yet. */
  isRegistered = true;
  closed: ClosedPaths = 'all';
  readonly #remembered = new Set<string>();
  /** Called before each execution. */
  onRun: (execution: Execution) => void = () => {};

  start(): void {
    this.isUp = true;
    this.closed = 'all';
  }

  stop(): void {
    this.isUp = false;
  }

  /** @returns whether the process remembers an execution of this id and so skips it. */
  remembers(id: string): boolean {
    return this.#remembered.has(id);
  }

  take(id: string, path: string, isReplay: boolean): Taken {
    if (!this.isUp) return { kind: 'gone' };
    if (isReplay && this.#remembered.has(id)) return { kind: 'ran' };
    if (!isReplay && isClosedFor(this.closed, path)) return { kind: 'refused', why: 'gate-closed' };
    if (this.isAtLimit) return { kind: 'refused', why: 'execution-limit' };
    if (path === '/webhook/late' && !this.isRegistered) return { kind: 'refused', why: 'not-registered' };
    if (path === '/webhook/die') {
      this.stop();
      return { kind: 'gone' };
    }
    this.onRun({ id, path, isReplay });
    this.#remembered.add(id);
    return { kind: 'ran' };
  }
}

/** @returns the result of a replay as the object sees it. */
export function outcomeOf(taken: Taken, path: string): AttemptOutcome {
  if (taken.kind === 'gone') return { kind: 'broken' };
  if (taken.kind === 'ran') return { kind: 'answered', status: path === '/webhook/fails' ? 500 : 200 };
  return taken.why === 'not-registered' ? { kind: 'not-registered' } : { kind: 'unavailable' };
}
