import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

const kdf = { name: 'scrypt', N: 32_768, r: 8, p: 3 } as const;
const keyBytes = 32;
const tagBytes = 16;
/** scrypt needs 128 * N * r bytes; Node's own bound is just that. */
const maxMemoryBytes = 64 * 1024 * 1024;

type EncryptedDocument = {
  version: 1;
  kdf: typeof kdf & { salt: string };
  iv: string;
  data: string;
};

function keyOf(passphrase: string, salt: Buffer): Buffer {
  const { N, r, p } = kdf;
  return scryptSync(passphrase, salt, keyBytes, { N, r, p, maxmem: maxMemoryBytes });
}

/** Credentials under a key that follows from a passphrase; the salt and the iv are new each time. */
export function encryptCredentials(credentials: readonly unknown[], passphrase: string): EncryptedDocument {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv);
  const data = Buffer.concat([
    cipher.update(JSON.stringify(credentials)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return {
    version: 1,
    kdf: { ...kdf, salt: salt.toString('base64') },
    iv: iv.toString('base64'),
    data: data.toString('base64'),
  };
}

/** The credentials of a document; undefined when the passphrase, or anything of the document, is another. */
export function decryptCredentials(document: unknown, passphrase: string): unknown {
  try {
    const { kdf, iv, data } = document as EncryptedDocument;
    const bytes = Buffer.from(data, 'base64');
    const key = keyOf(passphrase, Buffer.from(kdf.salt, 'base64'));
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}
