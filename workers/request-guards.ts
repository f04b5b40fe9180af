import { API_TOKEN_PREFIX } from '#app/domain/access/api-token.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/http/paths.ts';
import { urlOf } from '#app/http/url-of.ts';

/** Above any form of the portal. */
const BODY_MAX_BYTES = 1024 * 1024;
/** A support ticket with its attachment of 5 MB, and the form's overhead. */
const TICKET_MAX_BYTES = 6 * 1024 * 1024;
/** Up to this size, a body is read and discarded, so that the sender gets the refusal instead of a broken connection. */
const DRAIN_MAX_BYTES = 16 * 1024 * 1024;
/** As wrangler.toml sets it. */
const RATE_LIMIT_PERIOD_SECONDS = 60;
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that another site made a browser send (design §4, "the portal trusts no request because it comes from a
 * subdomain"): a workspace's host is same-site, so a SameSite cookie alone would not stop them.
 *
 * Browsers send `Origin` with every such request, or at least `Sec-Fetch-Site`. A request with neither comes from a script,
 * not a page; it passes unless it carries cookies.
 *
 * @throws AppError foreign_origin
 */
export function refuseForeignOrigin(request: Request, portalOrigin: string): void {
  const isUpgrade = request.headers.get('Upgrade')?.toLowerCase() === 'websocket';
  if (SAFE_METHODS.includes(request.method) && !isUpgrade) return;
  const origin = request.headers.get('Origin');
  if (origin !== null) {
    if (origin === portalOrigin) return;
    throw new AppError('foreign_origin');
  }
  const fetchSite = request.headers.get('Sec-Fetch-Site');
  if (fetchSite === 'same-origin' || fetchSite === 'none') return;
  if (fetchSite === null && !request.headers.has('Cookie')) return;
  throw new AppError('foreign_origin');
}

/**
 * Refuses a personal API token in an address: logs and browser histories keep addresses.
 * @throws AppError api_token_in_address
 */
export function refuseTokenInAddress(request: Request): void {
  // Most addresses have nothing to decode.
  if (!/[?%]/.test(request.url) && !request.url.includes(API_TOKEN_PREFIX)) return;
  const { searchParams, pathname } = urlOf(request);
  const texts = [pathname, ...searchParams.keys(), ...searchParams.values()];
  if (texts.some((text) => text.includes(API_TOKEN_PREFIX))) throw new AppError('api_token_in_address');
}

/**
 * @returns the request with its body read. The body of an archive stays unread, for the one route that streams it with its
 *   own limit (`app/routes/manage-export-upload/read-upload.ts`).
 * @throws AppError body_too_large
 */
export async function withBoundedBody(request: Request): Promise<Request> {
  if (!request.body) return request;
  const { pathname } = new URL(request.url);
  if (request.method === 'POST' && pathname === paths.backupUpload) return request;
  const isTicket = request.method === 'POST' && pathname === paths.help;
  const body = await readBoundedBody(request, isTicket ? TICKET_MAX_BYTES : BODY_MAX_BYTES);
  return new Request(request, { body });
}

/**
 * Reads a body and keeps at most the limit in memory, whatever the sender announced.
 * @throws AppError body_too_large
 */
export async function readBoundedBody(request: Request, maxBytes = BODY_MAX_BYTES): Promise<Blob> {
  const announced = request.headers.get('Content-Length');
  if (!request.body) return new Blob();
  if (Number(announced ?? 0) > DRAIN_MAX_BYTES) {
    await request.body.cancel();
    throw new AppError('body_too_large');
  }
  // No body is longer than its Content-Length: the transport ends it there (RFC 9112, 6.2).
  if (announced !== null && Number(announced) <= maxBytes) return await request.blob();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > DRAIN_MAX_BYTES) break;
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw new AppError('body_too_large');
  return new Blob(chunks as BlobPart[]);
}

/**
 * The fast first line of defence against floods: per location, and not exact
 * (https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit/). Reading pages is free; the counters that
 * decide about sign-ins are in the database.
 *
 * @throws AppError too_many_attempts
 */
export async function refuseFlood(request: Request, rateLimit: RateLimit, network: string): Promise<void> {
  if (SAFE_METHODS.includes(request.method)) return;
  const { success } = await rateLimit.limit({ key: network });
  if (!success) throw new AppError('too_many_attempts', { retryAfterSeconds: RATE_LIMIT_PERIOD_SECONDS });
}

/**
 * Throttles a client that tries one wrong token after another. No token can be guessed; the limit tells a script with an
 * outdated token to stop. Valid tokens are not counted.
 *
 * @throws AppError too_many_attempts
 */
export async function countWrongToken(rateLimit: RateLimit, network: string): Promise<void> {
  const { success } = await rateLimit.limit({ key: `api-token:${network}` });
  if (!success) throw new AppError('too_many_attempts', { retryAfterSeconds: RATE_LIMIT_PERIOD_SECONDS });
}
