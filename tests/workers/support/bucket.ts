import { onTestFinished } from 'vitest';

/** Can delay a call of the bucket, or throw in its place. */
type BeforeCall = (method: string, key: unknown) => Promise<void>;

let beforeCall: BeforeCall = async () => {};

/** The bucket of the tests' objects: `bucket`, after what a test does before each call. */
export function interruptible(bucket: R2Bucket): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...request: unknown[]) => {
        await beforeCall(String(name), request[0]);
        return method.apply(target, request);
      };
    },
  });
}

/** Runs `before` before each call of the objects' bucket, at most until the test ends. @returns a function that stops this. */
export function interruptBucket(before: BeforeCall): () => void {
  const stop = () => {
    beforeCall = async () => {};
  };
  beforeCall = before;
  onTestFinished(stop);
  return stop;
}
