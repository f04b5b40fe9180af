/**
 * Creates a queue that runs work one after another, in order of arrival, and refuses work that would wait too long.
 *
 * @param maxQueued the maximum of queued and running work. Work of any amount starts on an empty queue.
 * @param yieldToRequests lets the object receive requests and send responses between two pieces of work.
 */
export function createWorkQueue(maxQueued: number, yieldToRequests: () => Promise<void>) {
  let queued = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    /**
     * @param work the amount, in the unit of the queue's bound.
     * @returns the result; null when the queue is full. @throws what `act` throws.
     */
    run<Result>(work: number, act: () => Promise<Result>): Promise<Result> | null {
      if (queued > 0 && queued + work > maxQueued) return null;
      queued += work;
      const result = last.then(yieldToRequests).then(act);
      const onEnd = () => {
        queued -= work;
      };
      last = result.then(onEnd, onEnd);
      return result;
    },
  };
}
