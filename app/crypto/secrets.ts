import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { randomBytes } from './random-bytes.ts';

const TOKEN_BYTES = 32;
const ID_BYTES = 15;
/** Room for more events than an isolate writes at one instant. */
const AUDIT_PLACE_DIGITS = 6;

/** @returns a random id with its kind in front, such as `usr_…` (design §3, "Ids are prefixed and random"). */
export function newId(
  prefix:
    | 'usr'
    | 'acc'
    | 'wks'
    | 'ses'
    | 'inv'
    | 'msg'
    | 'evt'
    | 'req'
    | 'bkp'
    | 'tok'
    | 'fac'
    | 'dev'
    | 'chk'
    | 'hld',
): string {
  return `${prefix}_${encodeBase64Url(randomBytes(ID_BYTES))}`;
}

/** The last instant that an audit id was made for, UTC ms, and the number of earlier ids for it in this isolate. */
let lastAudit = { at: 0, earlier: 0 };

/**
 * @param at the instant of the event, UTC ms.
 * @returns the id of an event of the activity. Ids made one after another for one instant sort in that order.
 */
export function newAuditId(at: number): string {
  lastAudit = { at, earlier: lastAudit.at === at ? lastAudit.earlier + 1 : 0 };
  const place = lastAudit.earlier.toString(16).padStart(AUDIT_PLACE_DIGITS, '0');
  return `aud_${place}_${encodeBase64Url(randomBytes(ID_BYTES))}`;
}

/** @returns 256 random bits for a session or a link; the holder's only proof, so only its hash is stored. */
export function newToken(): string {
  return encodeBase64Url(randomBytes(TOKEN_BYTES));
}

/** @returns whether the text has the form of `newToken`; anything else is not worth a look-up. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Hashes a token for storage and look-up. A fast hash is enough: 256 random bits cannot be guessed. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return encodeBase64Url(new Uint8Array(digest));
}

/** `hashToken` for code that builds a database batch, which is synchronous. */
export function hashTokenSync(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** @returns a signature (HMAC-SHA-256) of `text`. */
export function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** @returns whether `signature` equals that of `sign`, compared in constant time. */
export function isSignedBy(text: string, key: string, signature: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(text, key))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
