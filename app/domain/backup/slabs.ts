const SLAB_BYTES = 256 * 1024;

/**
 * Reused memory for one workflow at a time. A large export would otherwise leave as much garbage as it has
 * bytes before any of it is collected.
 */
export function createSlabs() {
  const pool: Uint8Array[] = [];
  let bytes = 0;
  return {
    /** @returns how many bytes were added. */
    size: () => bytes,

    /** Appends a copy of the chunk. */
    add(chunk: Uint8Array): void {
      for (let taken = 0; taken < chunk.byteLength; ) {
        const index = Math.floor(bytes / SLAB_BYTES);
        const slab = pool[index] ?? new Uint8Array(SLAB_BYTES);
        pool[index] = slab;
        const part = chunk.subarray(taken, taken + SLAB_BYTES - (bytes % SLAB_BYTES));
        slab.set(part, bytes % SLAB_BYTES);
        taken += part.byteLength;
        bytes += part.byteLength;
      }
    },

    /** @returns everything that was added; the next `add` reuses the memory. */
    take(): Uint8Array[] {
      const chunks = pool
        .slice(0, Math.ceil(bytes / SLAB_BYTES))
        .map((slab, index) => slab.subarray(0, bytes - index * SLAB_BYTES));
      bytes = 0;
      return chunks;
    },
  };
}
