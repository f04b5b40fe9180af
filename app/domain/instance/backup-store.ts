/** Where backups are kept. */
export interface BackupStore {
  /** Keeps a whole stream or nothing of it. @returns its size in bytes. */
  put(key: string, content: ReadableStream<Uint8Array>): Promise<number>;
  has(key: string, bytes: number): Promise<boolean>;
  remove(key: string): Promise<void>;
}
