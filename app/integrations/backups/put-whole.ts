/** R2 wants every part but the last of the same size, at least 5 MiB. */
const PART_BYTES = 5 * 1024 * 1024;

/** What of R2's bucket a file is put with. */
export interface PartBucket<Part> {
  put(key: string, content: Uint8Array): Promise<unknown>;
  createMultipartUpload(key: string): Promise<{
    uploadPart(number: number, content: Uint8Array): Promise<Part>;
    complete(parts: Part[]): Promise<unknown>;
    abort(): Promise<void>;
  }>;
}

/**
 * Puts all that comes under a key, holding no more than one part of it.
 * @returns its size in bytes. @throws when nothing comes, or the content or the store fails; nothing is kept then.
 */
export async function putWhole<Part>(
  bucket: PartBucket<Part>,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const parts = inParts(content);
  try {
    return await putParts(bucket, key, parts);
  } finally {
    // Whoever sends the rest need not go on.
    await parts.return();
  }
}

async function putParts<Part>(
  bucket: PartBucket<Part>,
  key: string,
  parts: AsyncGenerator<Uint8Array, void>,
): Promise<number> {
  const first = await parts.next();
  if (first.done) throw new Error('There is nothing to keep.');
  if (first.value.byteLength < PART_BYTES) {
    // What is less than a part is all there is; the next step says whether it ended well.
    await parts.next();
    await bucket.put(key, first.value);
    return first.value.byteLength;
  }
  // Should this process die, R2 itself drops the unfinished upload after a week (its default lifecycle rule).
  const upload = await bucket.createMultipartUpload(key);
  try {
    const uploaded: Part[] = [];
    let bytes = 0;
    for (let part: IteratorResult<Uint8Array, void> = first; !part.done; part = await parts.next()) {
      uploaded.push(await upload.uploadPart(uploaded.length + 1, part.value));
      bytes += part.value.byteLength;
    }
    await upload.complete(uploaded);
    return bytes;
  } catch (error) {
    // What failed is told, not that R2, which may be down, did not hear of it.
    await upload.abort().catch(() => {});
    throw error;
  }
}

/** Cuts what comes into parts, all in the one buffer: a part is to be done with before the next is asked for. */
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
