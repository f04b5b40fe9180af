import { createHmac } from 'node:crypto';
import { sameSecret } from '#sandbox/server/secrets.ts';

/** The validity of the portal's links. */
const linkLifetimeMs = 60_000;
/** How far the portal's clock may be ahead of this one, or behind it. */
const clockToleranceMs = 120_000;
/** After this, every link signed before has expired on either clock. */
export const linkMemoryMs = linkLifetimeMs + 2 * clockToleranceMs;

/** The person that a sign-in link admits, and the target. `iat` and `exp` are UTC milliseconds. */
export type SignInPayload = {
  jti: string;
  /** When it was signed. */
  iat: number;
  exp: number;
  email: string;
  name: string;
  role: string;
  path?: string;
};

function isPayload(value: unknown): value is Omit<SignInPayload, 'iat'> & { iat?: number } {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Partial<Record<keyof SignInPayload, unknown>> = value;
  const texts = [fields.jti, fields.email, fields.name, fields.role];
  return (
    texts.every((text) => typeof text === 'string' && text !== '') &&
    (fields.iat === undefined || typeof fields.iat === 'number') &&
    typeof fields.exp === 'number' &&
    (fields.path === undefined || typeof fields.path === 'string')
  );
}

/**
 * The payload of a token `PAYLOAD.SIG` with a valid signature and a current time, within the tolerance between clocks;
 * undefined for any other token. Links of earlier portals do not say when they were signed.
 */
export function verifySignInToken(token: string, key: string, now: number): SignInPayload | undefined {
  const [encoded, signature, ...rest] = token.split('.');
  if (!encoded || !signature || rest.length > 0) return undefined;
  const expected = createHmac('sha256', key).update(encoded).digest('base64url');
  if (!sameSecret(signature, expected)) return undefined;
  let payload: unknown;
  try {
    payload = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isPayload(payload)) return undefined;
  const iat = payload.iat ?? payload.exp - linkLifetimeMs;
  const isInTime = iat - clockToleranceMs <= now && now < payload.exp + clockToleranceMs;
  return isInTime ? { ...payload, iat } : undefined;
}

/** Whether a bearer is the hex HMAC-SHA256 of `purpose`, with which the portal signs its own calls. */
export function verifySignedCall(bearer: string | undefined, purpose: string, key: string): boolean {
  return bearer !== undefined && sameSecret(bearer, createHmac('sha256', key).update(purpose).digest('hex'));
}

/**
 * When the portal made a call, by the clock that also signs its links: `at` of the call, within the tolerance between clocks.
 * Calls of earlier portals have none.
 */
export function instantOfCall(at: unknown, now: number): number {
  const given = typeof at === 'number' ? at : now;
  return Math.min(Math.max(given, now - clockToleranceMs), now + clockToleranceMs);
}

/** A path within this workspace, the only valid target of a link. */
export function localPath(path: string | undefined): string {
  // Browsers read a backslash as a slash and drop control characters; either would turn the rest into another host.
  return path !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) ? path : '/';
}
