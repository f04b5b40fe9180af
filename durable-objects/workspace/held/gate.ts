import { isDeepStrictEqual } from 'node:util';
import { type ClosedPaths, closedPathsOf, hasQueue } from '#app/domain/held-webhooks/gate.ts';
import type { HeldPorts } from './ports.ts';

/** `none`: the process is from before there were gates. `failed`: it did not answer, or is not to run. */
type GateResult = 'set' | 'none' | 'failed';

/** The object's hold on the gate in the workspace's process: closed for the paths with a queue, open for the others. */
export function heldGate({ readState, rows, paths, process, signInKeyOf, clock, reportError }: HeldPorts) {
  /** What the process was last told; undefined when it may have restarted since. */
  let told: { generation: number; closed: ClosedPaths } | undefined;
  let setAt: number | null = null;
  let hasGate = true;
  let last: Promise<unknown> = Promise.resolve();
  let queued: { isForced: boolean; result: Promise<GateResult> } | undefined;

  const wanted = (): ClosedPaths => closedPathsOf(paths.settings().order, rows.waiting());

  async function apply(isForced: boolean): Promise<GateResult> {
    const state = readState();
    if (state?.phase.kind !== 'online') {
      told = undefined;
      return 'failed';
    }
    const closed = wanted();
    const { generation, facts } = state;
    const isTold = told?.generation === generation && isDeepStrictEqual(told.closed, closed);
    if (isTold && !isForced) return hasGate ? 'set' : 'none';
    hasGate = await process.setGate(facts, await signInKeyOf(facts.workspaceId), closed);
    if (told === undefined || isForced) setAt = clock.now();
    told = { generation, closed };
    return hasGate ? 'set' : 'none';
  }

  /** Never throws: calls wait for the one before, whatever became of it. */
  async function set(isForced: boolean): Promise<GateResult> {
    try {
      return await apply(isForced);
    } catch (error) {
      told = undefined;
      reportError(error);
      return 'failed';
    }
  }

  return {
    /** @returns whether a new request of the path goes behind others. */
    hasQueue: (path: string) => hasQueue(paths.settings().order, rows.waiting(), path),
    hasGate: () => hasGate,
    /** @returns when the process was last found to be ready, UTC ms; null before. */
    setAt: () => setAt,

    /**
     * Makes the process's gate what the queues ask for. One call is made at a time; calls meanwhile share the next.
     * @param isForced asks the process also when it was told the same before: it may have restarted.
     */
    sync(isForced = false): Promise<GateResult> {
      if (queued) {
        queued.isForced ||= isForced;
        return queued.result;
      }
      const job = { isForced, result: Promise.resolve<GateResult>('failed') };
      job.result = last.then(() => {
        queued = undefined;
        return set(job.isForced);
      });
      queued = job;
      last = job.result;
      return job.result;
    },
  };
}

export type HeldGate = ReturnType<typeof heldGate>;
