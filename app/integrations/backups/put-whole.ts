import { inTime } from '../in-time.ts';

/** R2 wants every part but the last of the same size, at least 5 MiB. */
const PART_BYTES = 5 * 1024 * 1024;

/** The part of R2's bucket that storing a file needs. */
export interface PartBucket<Part> {
  put(key: string, content: Uint8Array): Promise<unknown>;
  createMultipartUpload(key: string): Promise<{
    uploadPart(number: number, content: Uint8Array): Promise<Part>;
    complete(parts: Part[]): Promise<unknown>;
    abort(): Promise<void>;
  }>;
}

/**
 * Puts the content under a key, holding one part at a time. @returns its size in bytes.
 * @throws when there is no content, or the content or the store fails; nothing is stored then.
 */
export async function putWhole<Part>(
  bucket: PartBucket<Part>,
  key: string,
  content: AsyncIterable<Uint8Array>,
  deadlineMs?: number,
): Promise<number> {
  const parts = inParts(content);
  try {
    return await putParts(bucket, key, parts, deadlineMs);
  } finally {
    // Stops the sender.
    await parts.return();
  }
}

async function putParts<Part>(
  bucket: PartBucket<Part>,
  key: string,
  parts: AsyncGenerator<Uint8Array, void>,
  deadlineMs?: number,
): Promise<number> {
  const first = await parts.next();
  if (first.done) throw new Error('There is nothing to keep.');
  if (first.value.byteLength < PART_BYTES) {
    // Less than a part is all the content; the next step throws if it broke off.
    await parts.next();
    await inTime(bucket.put(key, first.value), deadlineMs);
    return first.value.byteLength;
  }
  // If this process dies, R2 drops the unfinished upload after a week (its default lifecycle rule).
  const upload = await inTime(bucket.createMultipartUpload(key), deadlineMs);
  try {
    const uploaded: Part[] = [];
    let bytes = 0;
    for (let part: IteratorResult<Uint8Array, void> = first; !part.done; part = await parts.next()) {
      uploaded.push(await inTime(upload.uploadPart(uploaded.length + 1, part.value), deadlineMs));
      bytes += part.value.byteLength;
    }
    await inTime(upload.complete(uploaded), deadlineMs);
    return bytes;
  } catch (error) {
    // The first failure is the one to report; R2 may be down for the abort too.
    await inTime(upload.abort(), deadlineMs).catch(() => {});
    throw error;
  }
}

/** Cuts the content into parts that share one buffer: the caller finishes with a part before it asks for the next. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of content) {
    for (let offset = 0; offset < chunk.byteLength; ) {
      const taken = chunk.subarray(offset, offset + PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      offset += taken.byteLength;
      if (filled < PART_BYTES) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}
