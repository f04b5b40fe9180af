/** Where attachments are kept. Every method throws when the store does not answer. */
export interface AttachmentStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** @returns null when there is no such file. */
  get(key: string): Promise<{ content: ReadableStream; bytes: number } | null>;
  remove(key: string): Promise<void>;
}
