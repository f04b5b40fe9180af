import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// Design §4, "Passwords". About 200 ms and 32 MiB a hash: throttle before hashing, never after.
const COST = 2 ** 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 3;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** @returns `scrypt$N$r$p$salt$key`, which names its own parameters so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST, BLOCK_SIZE, PARALLELISM);
  return ['scrypt', COST, BLOCK_SIZE, PARALLELISM, salt.toString('base64'), key.toString('base64')].join('$');
}

/** @returns whether a hash was made with other parameters than today's, so that a right password should renew it. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(`scrypt$${COST}$${BLOCK_SIZE}$${PARALLELISM}$`);
}

/** @returns whether the password is the one that was hashed; false too for a hash that is not readable. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, cost, blockSize, parallelism, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(
    password,
    Buffer.from(salt, 'base64'),
    Number(cost),
    Number(blockSize),
    Number(parallelism),
  );
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * A hash that no password has, with today's parameters: verifying against it costs an unknown user's sign-in the
 * same time as a known one's.
 */
export const unknownUserHash = `scrypt$${COST}$${BLOCK_SIZE}$${PARALLELISM}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

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
