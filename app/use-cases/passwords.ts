import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type DeriveKey, deriveKey } from '#app/crypto/derive-key.ts';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';

const BLOCK_SIZE = 8;
const PARALLELISM = 3;
const SALT_BYTES = 16;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes passwords and verifies them.
 * @param cost scrypt's N, a power of two. A stored hash names its own parameters, so they can be raised later.
 * @param derive computes the key; `hash` and `verify` throw its errors.
 */
export function createPasswords(cost = PASSWORD_HASH_COST, derive: DeriveKey = deriveKey) {
  const parameters = `scrypt$${cost}$${BLOCK_SIZE}$${PARALLELISM}$`;
  return {
    /** @returns `scrypt$N$r$p$salt$key`. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(normalize(password), salt, { N: cost, r: BLOCK_SIZE, p: PARALLELISM });
      return `${parameters}${salt.toString('base64')}$${Buffer.from(key).toString('base64')}`;
    },

    /** @returns whether the parameters of a hash differ from the current ones, so that a sign-in should renew it. */
    isOutdated: (stored: string): boolean => !stored.startsWith(parameters),

    /** @returns whether the password matches; false too for an unreadable hash. */
    async verify(password: string, stored: string): Promise<boolean> {
      const [scheme, storedCost, blockSize, parallelism, salt, key] = stored.split('$');
      if (scheme !== 'scrypt' || !salt || !key) return false;
      const expected = Buffer.from(key, 'base64');
      const actual = await derive(normalize(password), Buffer.from(salt, 'base64'), {
        N: Number(storedCost),
        r: Number(blockSize),
        p: Number(parallelism),
      });
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },

    /** Matches no password: an unknown user's sign-in takes the same time as a known user's. */
    unknownUserHash: `${parameters}${'A'.repeat(22)}==$${'A'.repeat(43)}=`,
  };
}

/** NFKC: the same password typed on another keyboard or system is the same bytes (NIST SP 800-63B, 3.1.1.2). */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
