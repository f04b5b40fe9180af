import { concatBytes } from '#app/domain/encoding/bytes.ts';
import { parseRetryAfterMs } from './backoff.ts';
import { OutboundError } from './errors.ts';

const ERROR_BODY_MAX_LENGTH = 4_096;
const NULL_BODY_STATUSES = new Set([101, 204, 205, 304]);

/**
 * An HTTP exchange with its body, so that the deadline covers all of it and a connection that breaks halfway is the same
 * typed failure as one that never opened.
 * @returns a successful response, its body in memory.
 * @throws OutboundError
 */
export async function attempt(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  limits: { timeoutMs: number; maxBodyBytes: number; now: () => number },
): Promise<Response> {
  const deadline = new AbortController();
  // Not AbortSignal.timeout, which cannot be cleared: a pending timer keeps a Durable Object in memory.
  const timer = setTimeout(() => deadline.abort(), limits.timeoutMs);
  let response: Response;
  let body: Uint8Array<ArrayBuffer>;
  try {
    // A followed redirect would send our credentials to any target.
    response = await fetch(url, { ...init, redirect: 'manual', signal: deadline.signal });
    body = await readBounded(response, limits.maxBodyBytes, url);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(deadline.signal.aborted ? 'timeout' : 'network', { url, cause: error });
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) {
    throw new OutboundError('status', {
      url,
      status: response.status,
      body: new TextDecoder().decode(body).slice(0, ERROR_BODY_MAX_LENGTH),
      retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after'), limits.now()),
    });
  }
  return new Response(NULL_BODY_STATUSES.has(response.status) ? null : body, {
    status: response.status,
    headers: response.headers,
  });
}

async function readBounded(
  response: Response,
  maxBytes: number,
  url: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // An error in the loop cancels the body.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new OutboundError('body', { url, cause: new Error(`more than ${maxBytes} bytes`) });
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}
