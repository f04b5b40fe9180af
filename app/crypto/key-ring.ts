import { decodeBase64Url, encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { concatBytes } from '#app/domain/encoding/bytes.ts';
import { deriveBytes } from './hkdf.ts';

export interface RingKey {
  version: number;
  /** Text of at least 32 characters; keys are derived from its UTF-8 bytes. */
  secret: string;
}

/** The versions of one secret, newest first: the first encrypts and signs, the others only read. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const MIN_SECRET_LENGTH = 32;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const BASE64_KEY = /^[A-Za-z0-9+/]{43}=$/;
const VERSIONED = /^([1-9]\d{0,5}):(.*)$/s;
const SEALED = /^v([1-9]\d{0,5})\.([A-Za-z0-9_-]+)$/;
/** HKDF's `info`: separates these keys from all others that follow from the same secret. */
const ENCRYPTION_PURPOSE = 'weft-cloud/key-ring/aes-256-gcm';

/**
 * Reads a secret with its versions, such as `2:BASE64,1:BASE64`, newest first. A value without a version is version 1,
 * whatever its characters; every later version is 32 bytes in base64. @throws Error that names the fault and no secret.
 */
export function parseKeyRing(text: string): KeyRing {
  const parts = VERSIONED.test(text) ? text.split(/,(?=[1-9]\d{0,5}:)/) : [`1:${text}`];
  const keys = parts.map(parseKey);
  keys.forEach(({ version }, index) => {
    const newer = keys[index - 1];
    if (newer?.version === version) throw new Error(`has version ${version} twice`);
    if (newer && newer.version < version) {
      throw new Error(`must list versions newest first: ${version} comes after ${newer.version}`);
    }
  });
  const secrets = new Set(keys.map(({ secret }) => secret));
  if (secrets.size < keys.length) throw new Error('has the same key under two versions');
  const [current, ...older] = keys;
  if (!current) throw new Error('has no key');
  return [current, ...older];
}

function parseKey(part: string): RingKey {
  const [, number, secret = ''] = VERSIONED.exec(part) ?? [];
  const version = Number(number);
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new Error(
      `must be a secret of at least ${MIN_SECRET_LENGTH} characters${version === 1 ? '' : ` in version ${version}`}`,
    );
  }
  if (version > 1 && !BASE64_KEY.test(secret)) {
    throw new Error(`must have ${KEY_BYTES} bytes in base64 as version ${version}`);
  }
  return { version, secret };
}

/** @returns the ring as `parseKeyRing` reads it. */
export function formatKeyRing(ring: readonly RingKey[]): string {
  return ring.map(({ version, secret }) => `${version}:${secret}`).join(',');
}

/**
 * Encrypts with the ring's newest key: AES-256-GCM, a random IV, and the context, such as `totp:usr_1`, authenticated.
 * @returns `v{version}.{base64url of IV and ciphertext}`.
 */
export async function encryptWithRing(
  ring: KeyRing,
  plaintext: Uint8Array<ArrayBuffer> | string,
  context: string,
): Promise<string> {
  const [current] = ring;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = await crypto.subtle.encrypt(
    gcm(iv, current.version, context),
    await encryptionKey(current, 'encrypt'),
    typeof plaintext === 'string' ? new TextEncoder().encode(plaintext) : plaintext,
  );
  return `v${current.version}.${encodeBase64Url(concatBytes([iv, new Uint8Array(ciphertext)]))}`;
}

/** @returns the plaintext of `encryptWithRing`; null for other text or context, a changed key or an unknown version. */
export async function decryptWithRing(
  ring: KeyRing,
  sealed: string,
  context: string,
): Promise<string | null> {
  const version = readSealedVersion(sealed);
  const key = ring.find((candidate) => candidate.version === version);
  const bytes = decodeBase64Url(sealed.slice(sealed.indexOf('.') + 1));
  // Only the canonical base64url text opens: its last character has bits that decoding ignores.
  if (!key || !bytes || bytes.length < IV_BYTES || !sealed.endsWith(`.${encodeBase64Url(bytes)}`))
    return null;
  try {
    const plaintext = await crypto.subtle.decrypt(
      gcm(bytes.subarray(0, IV_BYTES), key.version, context),
      await encryptionKey(key, 'decrypt'),
      bytes.subarray(IV_BYTES),
    );
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext);
  } catch {
    // WebCrypto throws OperationError for every failed authentication, without a reason.
    return null;
  }
}

/** @returns whether a sealed text has the ring's newest version. */
export function isSealedWithCurrentKey(sealed: string, ring: KeyRing): boolean {
  return readSealedVersion(sealed) === ring[0].version;
}

/** @returns the version a sealed text was made with; null for other text. */
export function readSealedVersion(sealed: string): number | null {
  const version = SEALED.exec(sealed)?.[1];
  return version === undefined ? null : Number(version);
}

function gcm(iv: Uint8Array<ArrayBuffer>, version: number, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`v${version}:${context}`) };
}

function encryptionKey({ secret }: RingKey, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const key = deriveBytes(secret, { info: ENCRYPTION_PURPOSE });
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage]);
}
