import type { HeldContent, HeldRequest } from './held-request.ts';
import { maskValues } from './mask.ts';

/** Bytes of a body per part: a multiple of three, so that the parts join to one base64 text. */
const PART_BYTES = 24 * 1024;

/**
 * Writes a held request as one line of JSON: its row with instants as ISO 8601, query and headers with secrets masked, and the
 * whole body, as text if it is UTF-8, else as base64. Yields the line in parts, so that a large body is not in memory twice.
 * @param content null when it was deleted, or cannot be read.
 */
export function* archiveLine(
  request: HeldRequest,
  content: HeldContent<Uint8Array> | null,
): Generator<Uint8Array<ArrayBuffer>> {
  const { receivedAt, nextAt, finishedAt, ...rest } = request;
  const values = {
    query: content && maskValues(new URLSearchParams(content.search)),
    headers: content && maskValues(content.headers),
  };
  const instants = { receivedAt: iso(receivedAt), nextAt: iso(nextAt), finishedAt: iso(finishedAt) };
  const head = JSON.stringify({ ...rest, ...instants, ...values });
  yield bytesOf(`${head.slice(0, -1)},"body":`);
  if (content === null || content.body.byteLength === 0) yield bytesOf('null}\n');
  else {
    const encoding = isText(content.body) ? 'text' : 'base64';
    yield bytesOf(`{"encoding":"${encoding}","content":"`);
    for (const part of encoding === 'text' ? textOf(content.body) : base64Of(content.body))
      yield bytesOf(part);
    yield bytesOf('"}}\n');
  }
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += PART_BYTES)
    yield bytes.subarray(from, from + PART_BYTES);
}

/** @returns whether a body is valid UTF-8. */
function isText(body: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const part of partsOf(body)) decoder.decode(part, { stream: true });
    decoder.decode();
    return true;
  } catch {
    // TextDecoder throws TypeError for anything but UTF-8.
    return false;
  }
}

/** @returns the inside of a JSON string, in parts. */
function* textOf(body: Uint8Array): Generator<string> {
  // A byte order mark is part of the body.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (const part of partsOf(body)) yield JSON.stringify(decoder.decode(part, { stream: true })).slice(1, -1);
}

function* base64Of(body: Uint8Array): Generator<string> {
  for (const part of partsOf(body)) yield btoa(String.fromCharCode(...part));
}
