import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal, readBody } from './http.ts';
import { isSignedCall } from './signatures.ts';

/** @throws Refusal 401 unless the portal signed the request for exactly this purpose. */
export function requireSignature({ headers }: IncomingMessage, purpose: string, key: string): void {
  if (!isSignedCall(headers.authorization, purpose, key)) throw new Refusal(401, 'Unauthorized');
}

/**
 * Reads a body that the portal signed for a purpose. Reads nothing of a request without a credential.
 * @throws Refusal 401 for another signature; 413 beyond the limit; 400 for an incomplete body.
 */
export async function readSignedBody(
  request: IncomingMessage,
  { purpose, maxBytes, key }: { purpose: string; maxBytes: number; key: string },
): Promise<Buffer> {
  if (!request.headers.authorization) throw new Refusal(401, 'Unauthorized');
  const body = await readBody(request, maxBytes);
  const digest = createHash('sha256').update(body).digest('hex');
  requireSignature(request, `${purpose}:${digest}`, key);
  return body;
}
