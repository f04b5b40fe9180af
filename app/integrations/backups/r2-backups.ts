import type { ArchiveSource } from '#app/domain/backup/archive.ts';
import type { BackupStore } from '#app/domain/instance/backup-store.ts';
import { inTime } from '../in-time.ts';
import { putWhole } from './put-whole.ts';

/** Reads ahead: an archive of thousands of small files takes a few reads, not two per file. */
const WINDOW_BYTES = 4 * 1024 * 1024;

/** Backups in R2, each whole or absent: an upload that breaks off is never listed. */
export function r2Backups(bucket: R2Bucket, deadlineMs?: number): BackupStore {
  return {
    put: (key, content) => putWhole(bucket, key, content, deadlineMs),
    async has(key, bytes) {
      return (await inTime(bucket.head(key), deadlineMs))?.size === bytes;
    },
    async open(key) {
      const found = await inTime(bucket.head(key), deadlineMs);
      return found && sourceOf(bucket, key, found, deadlineMs);
    },
    async remove(key) {
      await inTime(bucket.delete(key), deadlineMs);
    },
    async keysBefore(prefix, before) {
      const { objects } = await inTime(bucket.list({ prefix }), deadlineMs);
      return objects.filter(({ uploaded }) => uploaded.getTime() < before).map(({ key }) => key);
    },
  };
}

function sourceOf(
  bucket: R2Bucket,
  key: string,
  { size, etag }: R2Object,
  deadlineMs?: number,
): ArchiveSource {
  let window = { offset: 0, bytes: new Uint8Array() as Uint8Array };

  async function readRange(offset: number, length: number): Promise<Uint8Array> {
    // A file put under the same key in between must not be read as a part of this one.
    const got = await bucket.get(key, { range: { offset, length }, onlyIf: { etagMatches: etag } });
    if (!got || !('body' in got)) throw new Error(`${key} changed while it was read.`);
    const bytes = new Uint8Array(await got.arrayBuffer());
    if (bytes.byteLength !== length) throw new Error(`${key} gave ${bytes.byteLength} of ${length} bytes.`);
    return bytes;
  }

  const range = (offset: number, length: number) => inTime(readRange(offset, length), deadlineMs);

  return {
    bytes: size,
    async read(offset, length) {
      if (offset < 0 || offset + length > size) throw new Error(`${key} has no such part.`);
      if (length === 0) return new Uint8Array();
      const from = offset - window.offset;
      if (from >= 0 && from + length <= window.bytes.byteLength) {
        return window.bytes.subarray(from, from + length);
      }
      if (length > WINDOW_BYTES) return range(offset, length);
      window = { offset, bytes: await range(offset, Math.min(WINDOW_BYTES, size - offset)) };
      return window.bytes.subarray(0, length);
    },
  };
}
