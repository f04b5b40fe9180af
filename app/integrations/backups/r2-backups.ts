import type { BackupStore } from '#app/domain/instance/backup-store.ts';

/** R2 wants every part but the last of the same size, at least 5 MiB. */
const PART_BYTES = 5 * 1024 * 1024;

/** Backups in R2. A stream is kept whole or not at all: an upload that breaks off leaves nothing to be listed. */
export function r2Backups(bucket: R2Bucket): BackupStore {
  return {
    async put(key, content) {
      const parts = inParts(content);
      const first = await parts.next();
      if (first.done) throw new Error('There is nothing to back up: not even an empty list came.');
      const second = await parts.next();
      if (second.done) {
        await bucket.put(key, first.value);
        return first.value.byteLength;
      }
      return putInParts(bucket, key, [first.value, second.value], parts);
    },
    async has(key, bytes) {
      return (await bucket.head(key))?.size === bytes;
    },
    async remove(key) {
      await bucket.delete(key);
    },
  };
}

async function putInParts(
  bucket: R2Bucket,
  key: string,
  begun: Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): Promise<number> {
  const upload = await bucket.createMultipartUpload(key);
  try {
    const uploaded: R2UploadedPart[] = [];
    let bytes = 0;
    const add = async (part: Uint8Array) => {
      uploaded.push(await upload.uploadPart(uploaded.length + 1, part));
      bytes += part.byteLength;
    };
    for (const part of begun) await add(part);
    for await (const part of rest) await add(part);
    await upload.complete(uploaded);
    return bytes;
  } catch (error) {
    await upload.abort();
    throw error;
  }
}

/** Cuts a stream into parts, holding no more than one and what just arrived. */
async function* inParts(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of content as unknown as AsyncIterable<Uint8Array>) {
    for (let offset = 0; offset < chunk.byteLength; ) {
      const taken = chunk.subarray(offset, offset + PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      offset += taken.byteLength;
      if (filled < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}
