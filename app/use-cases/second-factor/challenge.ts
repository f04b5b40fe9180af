import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { concatBytes } from '#app/domain/encoding/bytes.ts';

/** How long a person has to answer their authenticator, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 8;
const TAG_BYTES = 16;
const CHALLENGE_BYTES = NONCE_BYTES + EXPIRY_BYTES + TAG_BYTES;

/** The use of a challenge; `subject` is its user or session. */
export interface ChallengeUse {
  purpose: 'sign-in' | 'register' | 'confirm';
  subject: string;
  /** UTC milliseconds. */
  now: number;
}

/**
 * Makes a WebAuthn challenge that needs no row until it is answered: a random nonce and an expiry, both signed
 * together with the purpose and the subject.
 * @param key for HMAC with SHA-256.
 */
export function createChallenge(key: Uint8Array, use: ChallengeUse): string {
  const body = new Uint8Array(NONCE_BYTES + EXPIRY_BYTES);
  crypto.getRandomValues(body.subarray(0, NONCE_BYTES));
  new DataView(body.buffer).setBigUint64(NONCE_BYTES, BigInt(use.now + CHALLENGE_LIFETIME_MS));
  return encodeBase64Url(concatBytes([body, signBody(key, body, use)]));
}

/**
 * @param keys every key that may have signed the challenge.
 * @param challenge as the browser returned it.
 * @returns an id that the caller stores until the challenge expires, so that it is used once; null when it was forged,
 *   altered, expired, or made for another purpose or subject.
 */
export function readChallenge(
  keys: readonly Uint8Array[],
  challenge: string,
  use: ChallengeUse,
): { id: string } | null {
  const bytes = decodeBase64Url(challenge);
  // The last character has spare bits: only its canonical form is accepted.
  if (bytes?.length !== CHALLENGE_BYTES || encodeBase64Url(bytes) !== challenge) return null;
  const body = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
  const tag = bytes.subarray(body.length);
  if (!keys.some((key) => timingSafeEqual(tag, signBody(key, body, use)))) return null;
  if (BigInt(use.now) >= new DataView(bytes.buffer).getBigUint64(NONCE_BYTES)) return null;
  return { id: encodeBase64Url(body.subarray(0, NONCE_BYTES)) };
}

function signBody(key: Uint8Array, body: Uint8Array, use: ChallengeUse): Uint8Array {
  // JSON keeps purpose and subject apart, whatever characters they contain.
  const context = JSON.stringify(['webauthn-challenge', use.purpose, use.subject]);
  return createHmac('sha256', key).update(context).update(body).digest().subarray(0, TAG_BYTES);
}
