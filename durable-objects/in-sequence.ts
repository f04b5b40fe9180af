/**
 * Runs tasks one after another, also after a failure: the objects of an isolate share 128 MB
 * (https://developers.cloudflare.com/workers/platform/limits/#memory), and a body of 16 MB is there up to four times.
 */
export function inSequence(): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
