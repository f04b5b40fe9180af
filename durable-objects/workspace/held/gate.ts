import { isDeepStrictEqual } from 'node:util';
import { type ClosedPaths, closedPathsOf, hasQueue } from '#app/domain/held-webhooks/gate.ts';
import type { HeldPorts } from './ports.ts';

/** `none`: an old process without a gate. `failed`: the process did not answer, or should not run. */
type GateResult = 'set' | 'none' | 'failed';

/** Keeps the gate of the workspace's process closed for the paths with a queue, and open for the others. */
export function heldGate({ readState, rows, paths, process, signInKeyOf, clock, reportError }: HeldPorts) {
  /** The setting that the process last took; undefined when it may have restarted since. */
  let lastSet: { generation: number; closed: ClosedPaths } | undefined;
  let setAt: number | null = null;
  let hasGate = true;
  let lastCall: Promise<unknown> = Promise.resolve();
  let queued: { isForced: boolean; result: Promise<GateResult> } | undefined;

  const wantedPaths = (): ClosedPaths => closedPathsOf(paths.settings().order, rows.waiting());

  async function apply(isForced: boolean): Promise<GateResult> {
    const state = readState();
    if (state?.phase.kind !== 'online') {
      lastSet = undefined;
      return 'failed';
    }
    const closed = wantedPaths();
    const { generation, facts } = state;
    const isCurrent = lastSet?.generation === generation && isDeepStrictEqual(lastSet.closed, closed);
    if (isCurrent && !isForced) return hasGate ? 'set' : 'none';
    hasGate = await process.setGate(facts, await signInKeyOf(facts.workspaceId), closed);
    if (lastSet === undefined || isForced) setAt = clock.now();
    lastSet = { generation, closed };
    return hasGate ? 'set' : 'none';
  }

  /** Never throws: a later call runs even if an earlier one failed. */
  async function set(isForced: boolean): Promise<GateResult> {
    try {
      return await apply(isForced);
    } catch (error) {
      lastSet = undefined;
      reportError(error);
      return 'failed';
    }
  }

  return {
    /** @returns whether a new request of the path has to wait behind others. */
    hasQueue: (path: string) => hasQueue(paths.settings().order, rows.waiting(), path),
    hasGate: () => hasGate,
    /** @returns when the process last became ready as far as known, UTC ms; null before the first call. */
    setAt: () => setAt,

    /**
     * Sets the process's gate by the queues. Makes one call at a time; concurrent ones share the next.
     * @param isForced also repeats the same setting: the process may have restarted.
     */
    sync(isForced = false): Promise<GateResult> {
      if (queued) {
        queued.isForced ||= isForced;
        return queued.result;
      }
      const job = { isForced, result: Promise.resolve<GateResult>('failed') };
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
