import { Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { acceptsCoding, contentCodings } from '#app/http/content-coding.ts';

/** Headers that describe the encoded bytes. */
const HEADERS_OF_ENCODED_BYTES = [
  'Content-Encoding',
  'Content-Length',
  'Accept-Ranges',
  'Content-Digest',
  'Repr-Digest',
  'Digest',
  'Content-MD5',
];
/** workerd decodes these itself if the new response has no `Content-Encoding`; it knows exactly these names. */
const DECODED_BY_WORKERD = ['gzip', 'br'];
const PARTIAL_CONTENT = 206;

const decoders = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
  ['zstd', createZstdDecompress],
]);

/** @returns the client's `Accept-Encoding`, or `identity`. Cloudflare keeps the original in `cf.clientAcceptEncoding`. */
export function clientAcceptEncoding(request: Request): string {
  const original = request.cf?.clientAcceptEncoding;
  const accepted = typeof original === 'string' ? original : request.headers.get('Accept-Encoding');
  return accepted?.trim() || 'identity';
}

/**
 * Adapts the headers too.
 * @returns the body in a coding that the client accepts; undefined if that is impossible.
 */
export function adaptBodyCoding(
  request: Request,
  answer: Response,
  headers: Headers,
): ReadableStream | null | undefined {
  const named = answer.headers.get('Content-Encoding');
  const codings = contentCodings(named);
  if (codings.length === 0) return answer.body;
  const vary = headers.get('Vary');
  if (!/(^|,)\s*(\*|accept-encoding)\s*(,|$)/i.test(vary ?? '')) headers.append('Vary', 'Accept-Encoding');
  const accepted = clientAcceptEncoding(request);
  if (codings.every((coding) => acceptsCoding(accepted, coding))) return answer.body;

  // A range of encoded bytes cannot be decoded.
  if (answer.status === PARTIAL_CONTENT || !codings.every((coding) => decoders.has(coding))) return undefined;
  const isEmpty = answer.body === null || headers.get('Content-Length') === '0';
  for (const name of HEADERS_OF_ENCODED_BYTES) headers.delete(name);
  weakenEtag(headers);
  if (isEmpty || answer.body === null) return null;
  if (DECODED_BY_WORKERD.includes(named ?? '')) return answer.body;
  return codings.reduceRight(decode, answer.body);
}

/** A strong validator identifies the encoded bytes (RFC 9110, section 8.8.1). */
function weakenEtag(headers: Headers): void {
  const etag = headers.get('ETag');
  if (etag?.startsWith('"')) headers.set('ETag', `W/${etag}`);
}

function decode(body: ReadableStream, coding: string): ReadableStream {
  const decoder = decoders.get(coding);
  if (!decoder) throw new Error(`Nothing decodes ${coding}.`);
  // Node's and Cloudflare's types of the same streams differ.
  return body.pipeThrough(Duplex.toWeb(decoder()) as unknown as ReadableWritablePair);
}
