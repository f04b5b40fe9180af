import { deriveBytes } from '#app/crypto/hkdf.ts';
import type { KeyRing, RingKey } from '#app/crypto/key-ring.ts';

const SETUP_SECRET_BYTES = 20;
const CHALLENGE_KEY_BYTES = 32;

/**
 * Derives the setup secret of an authenticator app, which is not stored. Every tab shows the same secret until the app is
 * added, without a write. Each change of the person's factors changes the secret.
 *
 * @param factorsChangedAt the last such change, UTC ms.
 * @returns a secret for each version of the key, newest first: pages show the first, or an older one before a rotation.
 */
export function setupSecrets(
  ring: KeyRing,
  { userId, sessionId, factorsChangedAt }: { userId: string; sessionId: string; factorsChangedAt: number },
): Promise<Secrets> {
  return derive(ring, `totp-setup:${userId}:${sessionId}:${factorsChangedAt}`, SETUP_SECRET_BYTES);
}

type ChallengeKeys = readonly [CryptoKey, ...CryptoKey[]];

/** Keyed by the configuration's ring, one per isolate: /login needs the keys for every visitor. */
const derivedChallengeKeys = new WeakMap<KeyRing, ChallengeKeys>();

/** Derives the keys that sign passkey challenges, newest first: the first signs, and all verify. */
export async function challengeKeys(ring: KeyRing): Promise<ChallengeKeys> {
  const known = derivedChallengeKeys.get(ring);
  if (known) return known;
  const [current, ...older] = await derive(ring, 'passkey-challenge', CHALLENGE_KEY_BYTES);
  const keys = [await importHmacKey(current), ...(await Promise.all(older.map(importHmacKey)))] as const;
  derivedChallengeKeys.set(ring, keys);
  return keys;
}

/** @param key 32 bytes. @returns a key for HMAC with SHA-256. */
export function importHmacKey(key: Secret): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

type Secret = Uint8Array<ArrayBuffer>;
type Secrets = readonly [Secret, ...Secret[]];

async function derive([current, ...older]: KeyRing, purpose: string, bytes: number): Promise<Secrets> {
  const info = `weft-cloud/second-factor/${purpose}`;
  const deriveOne = ({ secret }: RingKey) => deriveBytes(secret, { info, bytes });
  return [await deriveOne(current), ...(await Promise.all(older.map(deriveOne)))];
}
