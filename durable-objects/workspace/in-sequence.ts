export type Sequence = <Value>(task: () => Promise<Value>) => Promise<Value>;

/**
 * @returns a function that runs tasks one after another, each once the previous one has ended, also if it failed. The objects of an isolate
 *   share 128 MB (https://developers.cloudflare.com/workers/platform/limits/#memory), and a body of 16 MB is there up to four times while it
 *   is sealed, opened or sent.
 */
export function inSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
