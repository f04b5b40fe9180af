import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';

/** Caching of an answer that rarely changes. */
export interface Caching {
  /** `Cache-Control`. */
  cacheControl: string;
  /** The request's headers that it depends on. */
  vary?: string;
}

/**
 * A JSON answer with a strong ETag (RFC 9110, 8.8.3); 304 without a body for a client that has it.
 * @param value serialized as JSON.
 */
export async function cacheableJson(
  request: Request,
  value: unknown,
  { cacheControl, vary }: Caching,
): Promise<Response> {
  const text = JSON.stringify(value);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const etag = `"${encodeBase64Url(new Uint8Array(digest))}"`;
  const headers = new Headers({ ETag: etag, 'Cache-Control': cacheControl });
  if (vary !== undefined) headers.set('Vary', vary);
  if (isKnown(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', 'application/json');
  return new Response(text, { headers });
}

/** Compares weakly (RFC 9110, 13.1.2), since a proxy that compresses the answer makes its tag weak. */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || ifNoneMatch.trim() === '*';
}
