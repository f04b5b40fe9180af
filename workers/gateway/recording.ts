import { concatBytes } from '#app/domain/encoding/bytes.ts';
import { INLINE_BODY_BYTES, MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import { inTime } from '#app/integrations/in-time.ts';
import { type Upload, watchUpload } from './fetch.ts';

/** Limit of all recordings of an isolate, which has 128 MB for everything. Up to it, there is room for small bodies. */
const MAX_RECORDED_BYTES = 64 * 1024 * 1024;
/** Up to this sum, there is room for large bodies, whose uploads have no deadline. */
const MAX_WITH_LARGE_BODY = 48 * 1024 * 1024;
/** Limit per workspace: a flood to one workspace leaves room for the others. */
const MAX_RECORDED_PER_WORKSPACE = 24 * 1024 * 1024;
/** A body up to this size takes less memory than its request, so it is neither counted nor timed. */
const TINY_BODY_BYTES = 1_024;
/** Time in which a small body has to arrive: until then, it takes up memory. */
const READ_WITHIN_MS = 30 * SECOND_MS;
/**
 * The time of a recording after its last chunk. The runtime ends the request of a sender that is gone without running a `finally`, so what
 * is older no longer counts; an upload that pauses for longer is forwarded without a record from then on. A workspace may take its whole
 * time after the last chunk, and the body is needed once it has not answered.
 */
const MIN_RECORDING_MS = 5 * MINUTE_MS;
/** Recorded bytes by workspace. */
const recorded = new Map<string, number>();
let recordedTotal = 0;
/** The counters of the recordings, the one with the oldest chunk first. */
const counters = new Set<ReturnType<typeof newCounter>>();

/** What a recording is of. */
interface Recorded {
  /** Of the workspace. */
  name: string;
  /** How long the workspace may take to start its answer: the same for all of an isolate. */
  answerWithinMs: number;
}

/** Counts the bytes of one recording until its release. */
function newCounter({ name, answerWithinMs }: Recorded, onRelease = () => {}) {
  let counted = 0;
  const keptMs = Math.max(MIN_RECORDING_MS, answerWithinMs + MINUTE_MS);
  const counter = {
    until: systemClock.now() + keptMs,
    add(bytes: number): void {
      counter.until = systemClock.now() + keptMs;
      // A Set keeps insertion order.
      counters.delete(counter);
      counters.add(counter);
      counted += bytes;
      recordedTotal += bytes;
      const sum = (recorded.get(name) ?? 0) + bytes;
      if (sum > 0) recorded.set(name, sum);
      else recorded.delete(name);
    },
    release(): void {
      counter.add(-counted);
      counters.delete(counter);
      onRelease();
    },
  };
  return counter;
}

function hasRoom(name: string, bytes: number, limit: number): boolean {
  const now = systemClock.now();
  for (const counter of counters) {
    if (now < counter.until) break;
    counter.release();
  }
  return recordedTotal + bytes <= limit && (recorded.get(name) ?? 0) + bytes <= MAX_RECORDED_PER_WORKSPACE;
}

/** A webhook's body on its way to the workspace, recorded in case it must be held. */
export interface Recording {
  upload: Upload;
  /** Whether the whole body arrived before the workspace was asked. */
  isRead: boolean;
  /**
   * @returns the body, once whole; null if too large, too slow or without memory.
   * @throws if the sender closed the connection.
   */
  whole(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Bytes received; the announced length of a body that is too large. */
  size(): number;
  /** Frees the recording's memory. */
  release(): void;
}

/** A small body did not arrive in time. */
export class SlowUpload extends Error {}

/**
 * Records a request's body: reads a small one first; forwards another as it arrives, and a small one for which there is
 * no room.
 * @throws SlowUpload past `readWithinMs`; another error if the sender closes the connection while a small body is read.
 */
export async function recordUpload(
  request: Request,
  recorded: Recorded & { readWithinMs?: number },
): Promise<Recording> {
  const { name } = recorded;
  const announced = request.headers.get('Content-Length');
  const size = Number(announced);
  if (request.body === null) return recordingOf(new Uint8Array(), () => {});
  if (announced !== null && size <= TINY_BODY_BYTES)
    return recordingOf(new Uint8Array(await request.arrayBuffer()), () => {});
  if (announced !== null && size <= INLINE_BODY_BYTES && hasRoom(name, size, MAX_RECORDED_BYTES))
    return await readSmall(request, { ...recorded, size });
  if (announced !== null && size > MAX_BODY_BYTES) {
    return {
      upload: watchUpload(request),
      isRead: false,
      whole: async () => null,
      size: () => size,
      release() {},
    };
  }
  return recordStream(request.body, { ...recorded, length: announced === null ? null : size });
}

/** Counts the announced bytes, since the runtime allocates them, until the recording is released or the read fails. */
async function readSmall(
  request: Request,
  { size, readWithinMs = READ_WITHIN_MS, ...recorded }: Recorded & { size: number; readWithinMs?: number },
): Promise<Recording> {
  const { add, release } = newCounter(recorded);
  add(size);
  try {
    const body = await inTime(request.arrayBuffer(), readWithinMs, () => new SlowUpload());
    return recordingOf(new Uint8Array(body), release);
  } catch (error) {
    release();
    throw error;
  }
}

function recordingOf(bytes: Uint8Array<ArrayBuffer>, release: () => void): Recording {
  const body = bytes.byteLength === 0 ? null : bytes;
  return {
    upload: { body, sent: Promise.resolve() },
    isRead: true,
    whole: async () => bytes,
    size: () => bytes.byteLength,
    release,
  };
}

/** Copies a body while it is forwarded, and reads it to its end even if the workspace stops reading. */
function recordStream(
  source: ReadableStream<Uint8Array>,
  { length, ...recorded }: Recorded & { length: number | null },
): Recording {
  const pipe = length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  const record = newRecord(recorded);
  const isWhole = pump(source, pipe.writable, { keep: record.keep, hasLength: length !== null });
  // `whole` reports a failure to its caller.
  isWhole.catch(() => {});
  return {
    upload: { body: pipe.readable, sent: isWhole },
    isRead: false,
    async whole() {
      await isWhole;
      return record.bytes();
    },
    size: record.size,
    release: record.release,
  };
}

/** The chunks of one body; dropped once they exceed a limit. */
function newRecord(recorded: Recorded) {
  let chunks: Uint8Array[] | null = [];
  let size = 0;
  const { add, release } = newCounter(recorded, () => {
    chunks = null;
  });
  const keep = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES || !hasRoom(recorded.name, chunk.byteLength, MAX_WITH_LARGE_BODY))
      return release();
    if (!chunks) return;
    add(chunk.byteLength);
    chunks.push(chunk);
  };
  return {
    keep,
    release,
    size: () => size,
    /** @returns null if a limit was exceeded. */
    bytes: () => chunks && concatBytes(chunks),
  };
}

/** Reads a body to its end. @throws if the sender closes the connection. */
async function pump(
  source: ReadableStream<Uint8Array>,
  target: WritableStream<Uint8Array>,
  { keep, hasLength }: { keep(chunk: Uint8Array): void; hasLength: boolean },
): Promise<void> {
  const writer = target.getWriter();
  let isTargetOpen = true;
  const giveUp = () => {
    isTargetOpen = false;
  };
  writer.closed.catch(giveUp);
  try {
    for await (const chunk of source as unknown as AsyncIterable<Uint8Array>) {
      keep(chunk);
      if (isTargetOpen) await writer.write(chunk).catch(giveUp);
    }
  } catch (error) {
    // Aborting a pipe without a length would end the request normally, so it stays open until the request itself is aborted.
    if (hasLength) await writer.abort(error).catch(giveUp);
    throw error;
  }
  if (isTargetOpen) await writer.close().catch(giveUp);
}
