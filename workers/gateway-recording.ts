import { INLINE_BODY_BYTES, MAX_BODY_BYTES } from '#app/domain/held-webhooks/bounds.ts';
import { type Upload, watchUpload } from './gateway-fetch.ts';

/** What all requests of an isolate may record at once: it has 128 MB for everything. */
const MAX_RECORDED_BYTES = 48 * 1024 * 1024;
/** Of these, what the requests of one workspace may: flooding one leaves room for the others. */
const MAX_RECORDED_EACH = 24 * 1024 * 1024;
/** Recorded bytes by workspace. */
const recorded = new Map<string, number>();
let recordedByAll = 0;

function count(name: string, bytes: number): void {
  const sum = (recorded.get(name) ?? 0) + bytes;
  if (sum > 0) recorded.set(name, sum);
  else recorded.delete(name);
  recordedByAll += bytes;
}

function hasRoom(name: string, bytes: number): boolean {
  return (
    recordedByAll + bytes <= MAX_RECORDED_BYTES && (recorded.get(name) ?? 0) + bytes <= MAX_RECORDED_EACH
  );
}

/** A webhook's body on its way to the workspace, recorded in case that nobody takes it there. */
export interface Recording {
  upload: Upload;
  /**
   * @returns the whole body once all of it came; null when it is too large, or there was no room for it.
   * @throws when its sender broke off.
   */
  whole(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Bytes that came; of a body that is announced as too large, the announced ones. */
  size(): number;
  /** The record is not needed any more. */
  release(): void;
}

/**
 * Records a request's body. A small one is read first; a larger one, or one in chunks, is sent on while it comes.
 * @param name of the workspace.
 * @throws when its sender breaks off while it is read.
 */
export async function recordUpload(request: Request, name: string): Promise<Recording> {
  const announced = request.headers.get('Content-Length');
  if (request.body === null) return recordingOf(new Uint8Array());
  if (announced !== null && Number(announced) <= INLINE_BODY_BYTES)
    return recordingOf(new Uint8Array(await request.arrayBuffer()));
  if (announced !== null && Number(announced) > MAX_BODY_BYTES) {
    const size = Number(announced);
    return { upload: watchUpload(request), whole: async () => null, size: () => size, release() {} };
  }
  return recordStream(request.body, { length: announced === null ? null : Number(announced), name });
}

function recordingOf(bytes: Uint8Array<ArrayBuffer>): Recording {
  const body = bytes.byteLength === 0 ? null : bytes;
  return {
    upload: { body, sent: Promise.resolve() },
    whole: async () => bytes,
    size: () => bytes.byteLength,
    release() {},
  };
}

/** Copies a body while it is sent on, and goes on reading it when the workspace takes no more. */
function recordStream(
  source: ReadableStream<Uint8Array>,
  { length, name }: { length: number | null; name: string },
): Recording {
  const pipe = length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  const record = newRecord(name);
  const isWhole = pump(source, pipe.writable, { keep: record.keep, hasLength: length !== null });
  // Who asks for the whole body hears of it; nobody else needs to.
  isWhole.catch(() => {});
  return {
    upload: { body: pipe.readable, sent: isWhole },
    async whole() {
      await isWhole;
      return record.bytes();
    },
    size: record.size,
    release: record.release,
  };
}

/** The chunks of one body, as long as there is room for them. */
function newRecord(name: string) {
  let chunks: Uint8Array[] | null = [];
  let size = 0;
  const release = () => {
    count(name, -sizeOf(chunks ?? []));
    chunks = null;
  };
  const keep = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (!chunks) return;
    if (size > MAX_BODY_BYTES || !hasRoom(name, chunk.byteLength)) return release();
    count(name, chunk.byteLength);
    chunks.push(chunk);
  };
  return {
    keep,
    release,
    size: () => size,
    /** @returns null when it was given up. */
    bytes: () => chunks && joined(chunks, size),
  };
}

/** @returns what resolves once all was read, and rejects when the sender broke off. */
async function pump(
  source: ReadableStream<Uint8Array>,
  target: WritableStream<Uint8Array>,
  { keep, hasLength }: { keep(chunk: Uint8Array): void; hasLength: boolean },
): Promise<void> {
  const writer = target.getWriter();
  let isTaken = true;
  const giveUp = () => {
    isTaken = false;
  };
  writer.closed.catch(giveUp);
  try {
    for await (const chunk of source as unknown as AsyncIterable<Uint8Array>) {
      keep(chunk);
      if (isTaken) await writer.write(chunk).catch(giveUp);
    }
  } catch (error) {
    // Without a length, an aborted pipe ends the request in order. It stays open, and the request is broken off.
    if (hasLength) await writer.abort(error).catch(giveUp);
    throw error;
  }
  if (isTaken) await writer.close().catch(giveUp);
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
