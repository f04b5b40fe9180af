import { isDeepStrictEqual } from 'node:util';
import { type ClosedPaths, closedPathsOf, hasQueue, isClosedFor } from '#app/domain/held-webhooks/gate.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import type { HeldPorts } from './ports.ts';

/** Signs of a restart within this time are of the same one: many webhooks can meet it. */
const SAME_RESTART_MS = 10 * SECOND_MS;

/** A request can be refused before a setting that opens its path, and arrive here after it. */
const OPENING_MS = 3 * SECOND_MS;

/** Keeps the gate of the workspace's process closed for paths with a queue, and open for other paths. */
export function heldGate({ readState, rows, paths, process, clock, reportError }: HeldPorts) {
  /** The setting that the process last accepted; undefined if it may have restarted since. */
  let lastSet: { generation: number; closed: ClosedPaths } | undefined;
  let isCalling = false;
  /** When the process last accepted a setting, UTC ms. */
  let setAt = Number.NEGATIVE_INFINITY;
  let lastCall: Promise<unknown> = Promise.resolve();
  let queued: { isForced: boolean; result: Promise<boolean> } | undefined;

  const wantedPaths = (): ClosedPaths => closedPathsOf(paths.settings().order, rows.queues());

  async function apply(isForced: boolean): Promise<boolean> {
    const state = readState();
    if (state?.phase.kind !== 'online') {
      lastSet = undefined;
      return false;
    }
    const closed = wantedPaths();
    const { generation, facts } = state;
    const isCurrent = lastSet?.generation === generation && isDeepStrictEqual(lastSet.closed, closed);
    if (isCurrent && !isForced) return true;
    await process.setGate(facts, closed);
    lastSet = { generation, closed };
    setAt = clock.now();
    return true;
  }

  /** Never throws: a later call runs even if an earlier one failed. */
  async function set(isForced: boolean): Promise<boolean> {
    isCalling = true;
    try {
      return await apply(isForced);
    } catch (error) {
      lastSet = undefined;
      reportError(error);
      return false;
    } finally {
      isCalling = false;
    }
  }

  function noteRestart(): void {
    const now = clock.now();
    if (now - (paths.restartedAt() ?? 0) > SAME_RESTART_MS) paths.setRestartedAt(now);
  }

  return {
    /** @returns whether a new request of the path must wait behind others. */
    hasQueue: (path: string) => hasQueue(paths.settings().order, rows.queues(), path),

    /** @returns when the process of an Online workspace became ready, as far as known, UTC ms. */
    readyAt: (state: InstanceState): number => Math.max(state.since, paths.restartedAt() ?? state.since),
    /** @returns whether the process accepted the last setting. */
    isSet: (): boolean => lastSet !== undefined,
    /** Call when the process did not answer: it may have restarted in place. No sender may be able to cause this. */
    noteRestart,
    /** Call when the gate is closed for a path without a queue: the process restarted, unless a call has just to open it. */
    noteClosed(path: string): void {
      const isOpening = isCalling || clock.now() - setAt < OPENING_MS;
      if (!isOpening && !(lastSet && isClosedFor(lastSet.closed, path))) noteRestart();
    },

    /**
     * Sets the gate; concurrent calls share the next one. @param isForced also if unchanged: a restart forgets it.
     * @returns false if the process did not answer, or should not run.
     */
    sync(isForced = false): Promise<boolean> {
      if (queued) {
        queued.isForced ||= isForced;
        return queued.result;
      }
      const job = { isForced, result: Promise.resolve(false) };
      job.result = lastCall.then(() => {
        queued = undefined;
        return set(job.isForced);
      });
      queued = job;
      lastCall = job.result;
      return job.result;
    },
  };
}

export type HeldGate = ReturnType<typeof heldGate>;
