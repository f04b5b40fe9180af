import type { HeldFiles } from './files-port.ts';

/** R2's limit of keys per deletion. */
const MAX_KEYS = 1_000;

/** Bodies of held requests in R2, sealed. @param prefixOf the workspace's own prefix. */
export function heldFiles(bucket: R2Bucket, prefixOf: () => string): HeldFiles {
  const keyOf = (id: string) => `${prefixOf()}${id}`;
  return {
    async put(id, content) {
      await bucket.put(keyOf(id), content);
    },
    async get(id) {
      const found = await bucket.get(keyOf(id));
      if (!found) throw new Error(`The body of the held request ${id} is not in the bucket.`);
      return new Uint8Array(await found.arrayBuffer());
    },
    async remove(ids) {
      for (let from = 0; from < ids.length; from += MAX_KEYS)
        await bucket.delete(ids.slice(from, from + MAX_KEYS).map(keyOf));
    },
  };
}
