import { inSequence } from '../in-sequence.ts';

/**
 * Creates a queue that runs work in order of arrival, and refuses work that would wait too long.
 * @param maxQueued the maximum of queued and running work; work of any amount starts on an empty queue.
 * @param yieldToRequests lets the object receive and answer requests between two pieces of work.
 */
export function createWorkQueue(maxQueued: number, yieldToRequests: () => Promise<void>) {
  let queued = 0;
  const runNext = inSequence();
  return {
    /** @param work in the unit of `maxQueued`. @returns null when the queue is full. @throws what `act` throws. */
    run<Result>(work: number, act: () => Promise<Result>): Promise<Result> | null {
      if (queued > 0 && queued + work > maxQueued) return null;
      queued += work;
      return runNext(() => yieldToRequests().then(act)).finally(() => {
        queued -= work;
      });
    },
  };
}
