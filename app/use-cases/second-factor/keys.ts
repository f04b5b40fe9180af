import type { KeyRing } from '../key-ring.ts';

const SETUP_SECRET_BYTES = 20;
const CHALLENGE_KEY_BYTES = 32;

/**
 * The secret that an authenticator app is set up with. Derived rather than kept: the same page shows the same secret until
 * the app is added, in every tab and without a write, and another one after each change of the person's factors.
 *
 * @param factorsChangedAt when that was last, UTC ms.
 */
export function setupSecret(
  ring: KeyRing,
  { userId, sessionId, factorsChangedAt }: { userId: string; sessionId: string; factorsChangedAt: number },
): Promise<Uint8Array<ArrayBuffer>> {
  return derive(ring, `totp-setup:${userId}:${sessionId}:${factorsChangedAt}`, SETUP_SECRET_BYTES);
}

/** The key that the challenges of passkeys are signed with; they live five minutes, so the newest version is enough. */
export function challengeKey(ring: KeyRing): Promise<Uint8Array<ArrayBuffer>> {
  return derive(ring, 'passkey-challenge', CHALLENGE_KEY_BYTES);
}

/** HKDF-SHA-256 (RFC 5869) of the ring's newest secret. */
async function derive([current]: KeyRing, purpose: string, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(current.secret), 'HKDF', false, [
    'deriveBits',
  ]);
  const info = encoder.encode(`weft-cloud/second-factor/${purpose}`);
  const derived = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    bytes * 8,
  );
  return new Uint8Array(derived);
}
