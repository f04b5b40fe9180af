import { scryptAsync } from '@noble/hashes/scrypt.js';

const KEY_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
/** workerd runs all isolates on one thread: other requests get their turn this often. */
const YIELD_AFTER_MS = 1;

/** scrypt's parameters: cost, block size, parallelism (RFC 7914). */
export interface KeyParameters {
  N: number;
  r: number;
  p: number;
}

/**
 * Derives the key of a password by a scrypt that yields to other requests: workerd's own holds its only thread until the
 * key is derived (docs/decisions/speed.md). @returns 32 bytes. @throws for parameters that scrypt does not have.
 */
export function deriveKey(
  password: string,
  salt: Uint8Array,
  { N, r, p }: KeyParameters,
): Promise<Uint8Array> {
  const limits = { dkLen: KEY_BYTES, maxmem: MAX_MEMORY_BYTES, asyncTick: YIELD_AFTER_MS };
  return scryptAsync(password, salt, { N, r, p, ...limits });
}

export type DeriveKey = typeof deriveKey;
