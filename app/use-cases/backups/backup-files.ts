/** The backup store's files, for downloads and uploads. A failure of the store throws. */
export interface BackupFiles {
  /** @returns null if the file does not exist. */
  open(key: string): Promise<ReadableStream<Uint8Array> | null>;
  /**
   * Stores an archive that its owner uploads, as a whole or not at all.
   * @returns its key, which names the account, so that no other account finds it.
   * @throws AppError archive_too_large above `maxBytes`.
   */
  putUpload(accountId: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string>;
  remove(key: string): Promise<void>;
}
