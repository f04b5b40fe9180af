import { z } from 'zod';
import { decodeBase64UrlText } from '#app/domain/encoding/base64url.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';

/** The largest accepted response, as JSON; a creation with a TPM's certificates has about 8 kB. */
const MAX_RESPONSE_LENGTH = 16 * 1024;
const encoded = z.string().regex(/^[A-Za-z0-9_-]+$/);
const credential = {
  // At most 1,023 bytes (WebAuthn Level 3, section 7.1).
  id: encoded.max(1364),
  rawId: encoded,
  type: z.literal('public-key'),
};

/** The used part of WebAuthn's `PublicKeyCredential.toJSON()` after `navigator.credentials.create`. */
export const creationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string()).max(20).optional(),
  }),
});

/** The used part of `PublicKeyCredential.toJSON()` after `navigator.credentials.get`. */
export const assertionResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.string().nullish(),
  }),
});

const clientData = z.object({
  challenge: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});

/** @returns a browser's response, parsed by its schema; null for another form, or when it is too large. */
export function readResponse<T>(schema: z.ZodType<T>, response: unknown): T | null {
  const read = schema.safeParse(response);
  return read.success && isSmall(response) ? read.data : null;
}

/**
 * @param clientDataJson base64url, not verified yet.
 * @returns the response's challenge, and whether another site framed the page; null for an unreadable text.
 */
export function readClientData(clientDataJson: string): { challenge: string; isFramed: boolean } | null {
  const text = decodeBase64UrlText(clientDataJson);
  const data = clientData.safeParse(text === null ? null : parseOptionalJson(text)).data;
  if (!data) return null;
  return { challenge: data.challenge, isFramed: data.crossOrigin === true || data.topOrigin !== undefined };
}

function isSmall(response: unknown): boolean {
  try {
    return JSON.stringify(response).length <= MAX_RESPONSE_LENGTH;
  } catch {
    // An unknown field is nested too deep to serialize.
    return false;
  }
}
