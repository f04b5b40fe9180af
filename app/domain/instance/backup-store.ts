import type { ArchiveSource } from '../backup/archive.ts';

/** The store of backups. */
export interface BackupStore {
  /** Stores the whole content or nothing. @returns its size in bytes. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  has(key: string, bytes: number): Promise<boolean>;
  /** @returns null if the file does not exist. */
  open(key: string): Promise<ArchiveSource | null>;
  /** Succeeds for a missing file too. */
  remove(key: string): Promise<void>;
  /** @returns keys under a prefix that were put before `before` (UTC ms, real time); only some of them when there are many. */
  keysBefore(prefix: string, before: number): Promise<string[]>;
}
