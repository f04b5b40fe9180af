import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** An object of a bucket, without its content. */
export interface StoredObject {
  key: string;
  /** In bytes. */
  size: number;
  etag: string;
  /** UTC ms. */
  uploadedAt: number;
}

export type BucketStore = ReturnType<typeof openBucketStore>;

const COLUMNS = 'key, length(content) AS size, etag, uploaded_at AS uploadedAt';

/** Objects of buckets, and the parts of unfinished uploads, in one SQLite file. */
export function openBucketStore(file: string) {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS objects (
      bucket TEXT, key TEXT, content BLOB, etag TEXT, uploaded_at INTEGER, PRIMARY KEY (bucket, key));
    CREATE TABLE IF NOT EXISTS parts (upload TEXT, number INTEGER, content BLOB, PRIMARY KEY (upload, number));
  `);
  const one = database.prepare(`SELECT ${COLUMNS} FROM objects WHERE bucket = ? AND key = ?`);
  const some = database.prepare(
    `SELECT ${COLUMNS} FROM objects WHERE bucket = ? AND substr(key, 1, length(?2)) = ?2 ORDER BY key`,
  );
  const content = database.prepare(
    'SELECT substr(content, ?, ?) AS bytes FROM objects WHERE bucket = ? AND key = ?',
  );
  const write = database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const writePart = database.prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?)');
  const part = database.prepare('SELECT content FROM parts WHERE upload = ? AND number = ?');
  const removeParts = database.prepare('DELETE FROM parts WHERE upload = ?');

  function put(bucket: string, key: string, bytes: Uint8Array): StoredObject {
    const stored = { key, size: bytes.byteLength, etag: randomUUID(), uploadedAt: Date.now() };
    write.run(bucket, key, bytes, stored.etag, stored.uploadedAt);
    return stored;
  }

  return {
    put,
    find: (bucket: string, key: string) => one.get(bucket, key) as StoredObject | undefined,
    list: (bucket: string, prefix: string) => some.all(bucket, prefix) as unknown as StoredObject[],
    read(bucket: string, key: string, offset: number, length: number): Uint8Array {
      const row = content.get(offset + 1, length, bucket, key) as { bytes: Uint8Array } | undefined;
      return row?.bytes ?? new Uint8Array();
    },
    remove(bucket: string, keys: readonly string[]) {
      for (const key of keys) remove.run(bucket, key);
    },
    putPart(upload: string, number: number, bytes: Uint8Array) {
      writePart.run(upload, number, bytes);
    },
    /** Makes an object of parts of an upload. @throws if one is missing. */
    joinParts(bucket: string, key: string, upload: string, numbers: readonly number[]): StoredObject {
      const contents = numbers.map((number) => {
        const row = part.get(upload, number) as { content: Uint8Array } | undefined;
        if (!row) throw new Error(`Part ${number} of ${key} is missing.`);
        return row.content;
      });
      const stored = put(bucket, key, Buffer.concat(contents));
      removeParts.run(upload);
      return stored;
    },
    dropParts(upload: string) {
      removeParts.run(upload);
    },
  };
}
