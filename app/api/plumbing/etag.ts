import { createHash } from 'node:crypto';

export interface Caching {
  cacheControl: string;
  /** The request's headers that it depends on. */
  vary?: string;
}

/** @returns the value as JSON with a strong ETag (RFC 9110, 8.8.3); a 304 for a client that has it. */
export function cacheableJson(request: Request, value: unknown, { cacheControl, vary }: Caching): Response {
  const text = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
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
