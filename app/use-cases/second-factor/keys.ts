import { deriveBytes } from '#app/crypto/hkdf.ts';
import type { KeyRing, RingKey } from '#app/crypto/key-ring.ts';

const SETUP_SECRET_BYTES = 20;
const CHALLENGE_KEY_BYTES = 32;

/**
 * Derives the setup secret of an authenticator app, which is not stored. Every tab shows the same secret until the app is
 * added, without a write. Each change of the person's factors changes the secret.
 * @param factorsChangedAt the last such change, UTC ms.
 * @returns a secret for each version of the key, newest first: pages show the first, or an older one before a rotation.
 */
export function setupSecrets(
  ring: KeyRing,
  { userId, sessionId, factorsChangedAt }: { userId: string; sessionId: string; factorsChangedAt: number },
): Secrets {
  return derive(ring, `totp-setup:${userId}:${sessionId}:${factorsChangedAt}`, SETUP_SECRET_BYTES);
}

/** Derives the keys that sign passkey challenges (HMAC with SHA-256), newest first: the first signs, and all verify. */
export function challengeKeys(ring: KeyRing): Secrets {
  return derive(ring, 'passkey-challenge', CHALLENGE_KEY_BYTES);
}

type Secrets = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];

function derive([current, ...older]: KeyRing, purpose: string, bytes: number): Secrets {
  const info = `weft-cloud/second-factor/${purpose}`;
  const deriveOne = ({ secret }: RingKey) => deriveBytes(secret, { info, bytes });
  return [deriveOne(current), ...older.map(deriveOne)];
}
