import { newToken } from '#app/crypto/secrets.ts';
import { uploadKey } from '#app/domain/backup/upload.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { inTime } from '../in-time.ts';
import { putWhole } from './put-whole.ts';

/** The backups' bucket, as a person downloads from it and sends archives back to it. */
export function r2BackupFiles(bucket: R2Bucket) {
  return {
    async open(key: string) {
      return (await inTime(bucket.get(key)))?.body ?? null;
    },
    async putUpload(accountId: string, body: ReadableStream<Uint8Array>, maxBytes: number) {
      const key = uploadKey(accountId, newToken());
      if (!key) throw new Error('An upload has no name.');
      await putWhole(bucket, key, limitBytes(body, maxBytes));
      return key;
    },
    async remove(key: string) {
      await inTime(bucket.delete(key));
    },
  };
}

/** Passes an upload on. @throws AppError archive_missing for an empty file, archive_too_large beyond the maximum. */
async function* limitBytes(body: ReadableStream<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AppError('archive_too_large');
    yield chunk;
  }
  if (bytes === 0) throw new AppError('archive_missing');
}
