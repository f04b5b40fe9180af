import { inTime } from '../in-time.ts';

/** Attachments of support tickets in R2. Small enough for a single put. */
export function r2Attachments(bucket: R2Bucket) {
  return {
    async put(key: string, bytes: Uint8Array, type: string) {
      await inTime(bucket.put(key, bytes, { httpMetadata: { contentType: type } }));
    },
    async get(key: string) {
      const object = await inTime(bucket.get(key));
      return object && { content: object.body, bytes: object.size };
    },
    async remove(key: string) {
      await inTime(bucket.delete(key));
    },
  };
}
