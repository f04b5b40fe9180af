/** Sealed bodies that are too large for the object's own storage. */
export interface HeldFiles {
  put(id: string, content: Uint8Array): Promise<void>;
  /** @throws if the file does not exist. */
  get(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Succeeds for a missing file too. */
  remove(ids: readonly string[]): Promise<void>;
}
