import { INLINE_BODY_BYTES, MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { inSequence } from '../in-sequence.ts';

const MIB = 1024 * 1024;
/**
 * Bodies of webhooks that wait to be stored, of the replay and of archives: large ones, and all. Beside them, the object has up to
 * three copies of the large body that is being sealed or opened, and one of the body that is being sent: 104 of its 128 MB.
 */
export const MAX_LARGE_BODIES_BYTES = 32 * MIB;
export const MAX_BODIES_BYTES = 40 * MIB;
/**
 * All bodies with the one that an archive reads: a slow reader keeps it, and webhooks need room. The largest body fits beside small ones,
 * of which a busy workspace always has some.
 */
export const MAX_WITH_ARCHIVE = MAX_BODY_BYTES + 4 * MIB;

/** Limits the bodies that one object has in memory at the same time. */
export function bodyMemory() {
  let bytes = 0;
  let waiting: Array<() => void> = [];

  function take(size: number): () => void {
    let left = size;
    bytes += size;
    return () => {
      bytes -= left;
      left = 0;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    };
  }

  return {
    /** Runs the tasks that seal or open a large body one after another. */
    inTurn: inSequence(),

    /** @returns a function that releases the memory of a body; null while there is too little. */
    tryTake(size: number): (() => void) | null {
      const limit = size > INLINE_BODY_BYTES ? MAX_LARGE_BODIES_BYTES : MAX_BODIES_BYTES;
      return bytes + size > limit ? null : take(size);
    },

    /** As `tryTake`, but waits for the memory. @param limit of all bodies together. */
    async take(size: number, limit = MAX_LARGE_BODIES_BYTES): Promise<() => void> {
      while (bytes + size > limit) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      return take(size);
    },
  };
}

export type BodyMemory = ReturnType<typeof bodyMemory>;
