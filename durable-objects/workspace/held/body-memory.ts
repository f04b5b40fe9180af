import { INLINE_BODY_BYTES, MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { inSequence } from '../../in-sequence.ts';

const MIB = 1024 * 1024;
/** Bodies of one object: of webhooks that wait to be stored, of the replay and of archives: large ones, and all. */
export const MAX_LARGE_BODIES_BYTES = 32 * MIB;
export const MAX_BODIES_BYTES = 40 * MIB;
const SMALL_BODIES_BYTES = MAX_BODIES_BYTES - MAX_LARGE_BODIES_BYTES;
/** All bodies with an archive's, which a slow reader keeps: the largest fits beside the small ones of a busy workspace. */
export const MAX_WITH_ARCHIVE = MAX_BODY_BYTES + 4 * MIB;
/**
 * Copies of one large body per object: three while it is sealed or opened, and one that is being sent. New webhooks keep
 * all objects of an isolate within the memory of one that is full: 104 MB with the copies, of the 128 MB that they share
 * (https://developers.cloudflare.com/durable-objects/reference/in-memory-state/). Small ones always have 8 MB.
 */
const COPIES = 4;
/** What has not changed for this time no longer counts: the runtime runs no `finally` in an object that it ends. */
const KEPT_MS = 5 * MINUTE_MS;
/** Another object frees memory in its own context, which must not resolve this object's promises. */
const RETRY_MS = SECOND_MS;
/** A body that is already stored waits no longer for other objects: one with a backlog of large bodies would never let it run. */
const MAX_WAIT_MS = 10 * SECOND_MS;

/** Bytes of an object's bodies and copies, and of its small bodies alone. `until`: when they no longer count, UTC ms. */
interface Occupied {
  bytes: number;
  smallBytes: number;
  until: number;
}

/** The objects of this isolate that have bodies in memory. */
const objects = new Set<Occupied>();

function sumOfOthers(own: Occupied, key: 'bytes' | 'smallBytes'): number {
  const now = systemClock.now();
  let sum = 0;
  for (const other of objects) {
    if (now >= other.until) objects.delete(other);
    else if (other !== own) sum += other[key];
  }
  return sum;
}

const isLarge = (size: number) => size > INLINE_BODY_BYTES;

/** Limits the bodies that one object has in memory at the same time, and those of all objects of the isolate. */
export function bodyMemory() {
  let bytes = 0;
  let largeBytes = 0;
  const own: Occupied = { bytes: 0, smallBytes: 0, until: 0 };
  let waiting: Array<() => void> = [];

  /** @returns the bytes of the object's bodies with one more, and the most that its copies can have. */
  function occupiedWith(size: number): number {
    const large = largeBytes + (isLarge(size) ? size : 0);
    return bytes + size + COPIES * Math.min(large, MAX_BODY_BYTES);
  }

  /** @param limit of the object's bodies. */
  const fitsObject = (size: number, limit: number) => bytes + size <= limit;
  const fitsIsolate = (size: number, limit: number) =>
    sumOfOthers(own, 'bytes') + occupiedWith(size) <= limit + COPIES * MAX_BODY_BYTES ||
    (!isLarge(size) && sumOfOthers(own, 'smallBytes') + own.smallBytes + size <= SMALL_BODIES_BYTES);

  function count(): void {
    own.bytes = occupiedWith(0);
    own.smallBytes = bytes - largeBytes;
    own.until = systemClock.now() + KEPT_MS;
    if (own.bytes > 0) objects.add(own);
    else objects.delete(own);
  }

  function take(size: number): () => void {
    let left = size;
    bytes += size;
    if (isLarge(size)) largeBytes += size;
    count();
    return () => {
      bytes -= left;
      if (isLarge(left)) largeBytes -= left;
      left = 0;
      count();
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    };
  }

  return {
    /**
     * Runs the tasks that seal or open a large body one after another: the objects of an isolate share 128 MB
     * (https://developers.cloudflare.com/workers/platform/limits/#memory), and a body of 16 MB is there up to four
     * times while it is sealed, opened or sent.
     */
    inTurn: inSequence(),

    /** @returns a function that releases the memory of a body; null while there is too little. */
    tryTake(size: number): (() => void) | null {
      const limit = isLarge(size) ? MAX_LARGE_BODIES_BYTES : MAX_BODIES_BYTES;
      return fitsObject(size, limit) && fitsIsolate(size, limit) ? take(size) : null;
    },

    /**
     * As `tryTake`, but waits for the object's own memory, and ten seconds at most for that of others.
     * @param limit of all bodies of the object together.
     */
    async take(size: number, limit = MAX_LARGE_BODIES_BYTES): Promise<() => void> {
      const waitsUntil = systemClock.now() + MAX_WAIT_MS;
      for (;;) {
        if (!fitsObject(size, limit)) await new Promise<void>((resolve) => waiting.push(resolve));
        else if (fitsIsolate(size, limit) || systemClock.now() >= waitsUntil) return take(size);
        else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    },
  };
}

export type BodyMemory = ReturnType<typeof bodyMemory>;
