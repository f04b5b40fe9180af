/** The store of attachments. Every method throws while the store is down. */
export interface AttachmentStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** @returns null if the file does not exist. */
  get(key: string): Promise<{ content: ReadableStream; bytes: number } | null>;
  remove(key: string): Promise<void>;
}
