import { inTime } from '#app/integrations/in-time.ts';
import type { HeldFiles } from './files-port.ts';

/** R2's limit of keys per deletion. */
const MAX_KEYS = 1_000;

/** Sealed bodies in R2, under the workspace's own prefix. A call that throws after 30 seconds can still succeed later. */
export function heldFiles(bucket: R2Bucket, prefixOf: () => string, deadlineMs?: number): HeldFiles {
  const keyOf = (id: string) => `${prefixOf()}${id}`;

  async function read(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const found = await bucket.get(keyOf(id));
    if (!found) throw new Error(`The body of the held request ${id} is not in the bucket.`);
    return new Uint8Array(await found.arrayBuffer());
  }

  return {
    async put(id, content) {
      await inTime(bucket.put(keyOf(id), content), deadlineMs);
    },
    get: (id) => inTime(read(id), deadlineMs),
    async remove(ids) {
      for (let from = 0; from < ids.length; from += MAX_KEYS)
        await inTime(bucket.delete(ids.slice(from, from + MAX_KEYS).map(keyOf)), deadlineMs);
    },
  };
}
