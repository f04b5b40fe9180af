/** The backup store's files, as they are downloaded and sent back. A failure of the store throws. */
export interface BackupFiles {
  /** @returns null when there is no such file. */
  open(key: string): Promise<ReadableStream<Uint8Array> | null>;
  /**
   * Keeps an archive that its owner sends, whole or not at all.
   * @returns its key: it names the account, so that no other finds it.
   * @throws AppError archive_too_large above `maxBytes`.
   */
  putUpload(accountId: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string>;
  remove(key: string): Promise<void>;
}
