import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { canonicalPath } from '#app/http/canonical-path.ts';
import { boundaryOf } from '#app/http/form-body.ts';
import { urlOf } from '#app/http/url-of.ts';

/** Above any form of the portal. */
const BODY_MAX_BYTES = 1024 * 1024;
/** A support ticket with its attachment of 5 MB, and the form's overhead. */
const TICKET_MAX_BYTES = 6 * 1024 * 1024;
/**
 * Up to this size, the body of a refused request is read and discarded: the runtime closes a connection whose request was
 * not read to its end, and the sender finds a broken connection instead of the refusal.
 */
const DRAIN_MAX_BYTES = 16 * 1024 * 1024;
/**
 * The same for a ticket, whose page answers with the text: most of Cloudflare's plans accept no larger request
 * (https://developers.cloudflare.com/workers/platform/limits/#request-limits).
 */
const TICKET_DRAIN_MAX_BYTES = 100 * 1024 * 1024;
/** A refused sender that takes longer gets its refusal now. */
const DISCARD_WITHIN_MS = 10 * SECOND_MS;

/**
 * @returns the request with its body read, except an archive's, which its route streams with its own limit
 *   (`app/routes/manage-export-upload/read-upload.ts`).
 * @throws AppError body_too_large
 */
export async function withBoundedBody(request: Request): Promise<Request> {
  if (!request.body) return request;
  const path = canonicalPath(urlOf(request).pathname);
  if (request.method === 'POST' && path === paths.backupUpload) return request;
  const isTicket = request.method === 'POST' && path === paths.help;
  const isCut = isTicket && (announcedBytes(request) ?? 0) > TICKET_MAX_BYTES;
  const maxBytes = isTicket ? TICKET_MAX_BYTES : BODY_MAX_BYTES;
  return new Request(request, {
    body: await (isCut ? cutTicket(request) : readBoundedBody(request, maxBytes)),
  });
}

/**
 * @returns the ticket's form, cut at the limit: its file is still too large, so the page answers with the text and an error.
 * @throws AppError body_too_large for a body that is no multipart form, or is larger than TICKET_DRAIN_MAX_BYTES.
 */
async function cutTicket(request: Request): Promise<Blob> {
  const boundary = boundaryOf(request.headers.get('Content-Type') ?? '');
  const { kept, size } = await readUpTo(TICKET_MAX_BYTES, request, TICKET_DRAIN_MAX_BYTES);
  if (boundary === null || size > TICKET_DRAIN_MAX_BYTES) throw new AppError('body_too_large');
  return new Blob([...kept, `\r\n--${boundary}--\r\n`]);
}

/**
 * Keeps at most the limit in memory, whatever the sender announced.
 * @throws AppError body_too_large
 */
export async function readBoundedBody(request: Request, maxBytes = BODY_MAX_BYTES): Promise<Blob> {
  if (!request.body) return new Blob();
  const announced = announcedBytes(request);
  // No body is longer than its Content-Length: the transport ends it there (RFC 9112, 6.2).
  if (announced !== null && announced <= maxBytes) return await request.blob();
  const { kept, size } = await readUpTo(maxBytes, request);
  if (size > maxBytes) throw new AppError('body_too_large');
  return new Blob(kept);
}

/**
 * Keeps a body's beginning, and cancels a body above `drainBytes`.
 * @returns its size too: above that if cancelled.
 */
async function readUpTo(
  maxBytes: number,
  request: Request,
  drainBytes = DRAIN_MAX_BYTES,
): Promise<{ kept: BlobPart[]; size: number }> {
  const kept: BlobPart[] = [];
  const announced = announcedBytes(request) ?? 0;
  if (announced > drainBytes) {
    await request.body?.cancel();
    return { kept, size: announced };
  }
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    const room = maxBytes - size;
    if (room > 0) kept.push(chunk.subarray(0, room));
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > drainBytes) break;
  }
  return { kept, size };
}

/** Discards the body of a request that was answered without reading it; one that takes too long is cancelled. */
export async function discardUnreadBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const reader = request.body.getReader();
    const cancel = () => reader.cancel().catch(() => {});
    timer = setTimeout(cancel, DISCARD_WITHIN_MS);
    for (let bytes = announcedBytes(request) ?? 0; bytes <= DRAIN_MAX_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      if (announcedBytes(request) === null) bytes += value.byteLength;
    }
    await cancel();
  } catch {
    // A sender who is gone needs no answer.
  } finally {
    clearTimeout(timer);
  }
}

/** @returns the Content-Length, bytes; null without one. */
export function announcedBytes({ headers }: Request): number | null {
  const length = headers.get('Content-Length');
  return length === null ? null : Number(length);
}
