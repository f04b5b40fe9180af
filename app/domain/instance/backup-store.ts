import type { ArchiveSource } from '../backup/archive.ts';

/** Where backups are kept. */
export interface BackupStore {
  /** Keeps all that comes or nothing of it. @returns its size in bytes. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  has(key: string, bytes: number): Promise<boolean>;
  /** @returns null when there is no such file. */
  open(key: string): Promise<ArchiveSource | null>;
  /** Removing what is not there is done. */
  remove(key: string): Promise<void>;
  /** @returns the keys under a prefix that were put before `before` (UTC ms, in real time); some of them when they are many. */
  keysBefore(prefix: string, before: number): Promise<string[]>;
}
