import { SECOND_MS } from '#app/domain/time/clock.ts';
import type { HeldFiles } from './files-port.ts';

/** R2's limit of keys per deletion. */
const MAX_KEYS = 1_000;

/** Far longer than R2 takes for 16 MB. A sender waits for it, as do the workspace's other large bodies. */
const DEADLINE_MS = 30 * SECOND_MS;

/**
 * Bodies of held requests in R2, sealed. Each call throws if R2 does not respond within 30 seconds, and can still succeed
 * later.
 *
 * @param prefixOf the workspace's own prefix.
 */
export function heldFiles(bucket: R2Bucket, prefixOf: () => string, deadlineMs = DEADLINE_MS): HeldFiles {
  const keyOf = (id: string) => `${prefixOf()}${id}`;

  async function inTime<Result>(work: Promise<Result>): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The bucket did not respond in time.')), deadlineMs);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  async function read(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const found = await bucket.get(keyOf(id));
    if (!found) throw new Error(`The body of the held request ${id} is not in the bucket.`);
    return new Uint8Array(await found.arrayBuffer());
  }

  return {
    async put(id, content) {
      await inTime(bucket.put(keyOf(id), content));
    },
    get: (id) => inTime(read(id)),
    async remove(ids) {
      for (let from = 0; from < ids.length; from += MAX_KEYS)
        await inTime(bucket.delete(ids.slice(from, from + MAX_KEYS).map(keyOf)));
    },
  };
}
