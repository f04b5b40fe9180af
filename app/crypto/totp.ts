import { createHmac, timingSafeEqual } from 'node:crypto';
import { encodeBase32, RFC_4648_ALPHABET } from '#app/domain/encoding/base32.ts';
import { toWellFormed } from '#app/domain/encoding/well-formed.ts';

/** How long a code lasts, in milliseconds (RFC 6238's default, the only one that every authenticator app knows). */
export const TOTP_STEP_MS = 30_000;
const DIGITS = 6;
/** Six digits with spaces between them; longer input is not a code. */
const MAX_TYPED_LENGTH = 16;

/**
 * @param step the number of whole steps since 1970 (RFC 6238, section 4.2).
 * @returns the six digits that an authenticator app shows during the step (RFC 4226, section 5.3, with SHA-1).
 */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const value = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(value % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Compares a typed code with the codes of the steps around the phone's clock, nearest first. The caller must use each
 * step only once.
 * @param attempt.code as typed; spaces are ignored.
 * @param attempt.now UTC ms.
 * @param attempt.drift how many steps the phone's clock was last ahead; 0 at first.
 * @param attempt.tolerance how many steps on either side of that are accepted.
 * @returns the step of the code, and the phone's drift to keep (RFC 6238, section 6); null for a wrong code.
 */
export function matchTotp(attempt: {
  secret: Uint8Array;
  code: string;
  now: number;
  drift: number;
  tolerance: number;
}): { step: number; drift: number } | null {
  const { secret, code, now, drift, tolerance } = attempt;
  const typed = readTyped(code);
  if (!typed) return null;
  const current = Math.floor(now / TOTP_STEP_MS);
  const steps = nearestFirst(current + drift, tolerance);
  // Compares every candidate, so that the time taken says nothing about the match.
  const matches = steps.map((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), typed));
  const step = steps[matches.indexOf(true)];
  return step === undefined ? null : { step, drift: step - current };
}

/**
 * @param app.account names the person within the issuer, such as their e-mail.
 * @returns the address that an authenticator app reads from a QR code (Google Authenticator's Key URI format).
 */
export function totpUri(app: { secret: Uint8Array; issuer: string; account: string }): string {
  const { secret, issuer, account } = app;
  const label = `${encodeName(issuer)}:${encodeName(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeName(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${TOTP_STEP_MS / 1000}`;
}

/** @returns the secret as authenticator apps take it when typed (RFC 4648, section 6, without padding). */
export function base32(bytes: Uint8Array): string {
  return encodeBase32(bytes, RFC_4648_ALPHABET);
}

/** A colon would end the issuer within the label, and half a surrogate pair cannot be encoded. */
function encodeName(name: string): string {
  return encodeURIComponent(toWellFormed(name).replaceAll(':', ' '));
}

function readTyped(code: string): Buffer | null {
  if (code.length > MAX_TYPED_LENGTH) return null;
  const digits = code.replaceAll(' ', '');
  // Without the `u` flag and with explicit digits: other scripts' digits are refused.
  return /^[0-9]{6}$/.test(digits) ? Buffer.from(digits) : null;
}

/** On a tie the step before comes first: people type slowly more often than clocks run ahead. */
function nearestFirst(center: number, tolerance: number): number[] {
  const steps = [center];
  for (let distance = 1; distance <= tolerance; distance += 1)
    steps.push(center - distance, center + distance);
  return steps.filter((step) => step >= 0);
}
