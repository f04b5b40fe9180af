import type { AttachmentStore } from '#app/use-cases/support/ports.ts';

/** Attachments of support tickets in R2. Small enough to be put at once. */
export function r2Attachments(bucket: R2Bucket): AttachmentStore {
  return {
    async put(key, bytes, type) {
      await bucket.put(key, bytes, { httpMetadata: { contentType: type } });
    },
    async get(key) {
      const object = await bucket.get(key);
      return object && { content: object.body, bytes: object.size };
    },
    async remove(key) {
      await bucket.delete(key);
    },
  };
}
