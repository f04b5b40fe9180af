import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';

const BLOCK_SIZE = 8;
const PARALLELISM = 3;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes passwords and verifies them.
 * @param cost scrypt's N, a power of two. A stored hash names its own parameters, so they can be raised later.
 */
export function createPasswords(cost = PASSWORD_HASH_COST) {
  const parameters = `scrypt$${cost}$${BLOCK_SIZE}$${PARALLELISM}$`;
  return {
    /** @returns `scrypt$N$r$p$salt$key`. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(password, salt, cost, BLOCK_SIZE, PARALLELISM);
      return `${parameters}${salt.toString('base64')}$${key.toString('base64')}`;
    },

    /** @returns whether the parameters of a hash differ from the current ones, so that a sign-in should renew it. */
    isOutdated: (stored: string): boolean => !stored.startsWith(parameters),

    /** @returns whether the password matches; false too for an unreadable hash. */
    async verify(password: string, stored: string): Promise<boolean> {
      const [scheme, storedCost, blockSize, parallelism, salt, key] = stored.split('$');
      if (scheme !== 'scrypt' || !salt || !key) return false;
      const expected = Buffer.from(key, 'base64');
      const actual = await derive(
        password,
        Buffer.from(salt, 'base64'),
        Number(storedCost),
        Number(blockSize),
        Number(parallelism),
      );
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },

    /** A hash that no password has: an unknown user's sign-in takes the same time as a known user's. */
    unknownUserHash: `${parameters}${'A'.repeat(22)}==$${'A'.repeat(43)}=`,
  };
}

function derive(password: string, salt: Buffer, N: number, r: number, p: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFKC: the same password typed on another keyboard or system is the same bytes (NIST SP 800-63B, 3.1.1.2).
    scrypt(
      password.normalize('NFKC'),
      salt,
      KEY_BYTES,
      { N, r, p, maxmem: MAX_MEMORY_BYTES },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}
