import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** Credentials as they leave a workspace (docs/cluster.md); all but the numbers are base64, the tag ends `data`. */
export interface EncryptedDocument {
  version: number;
  kdf: { name: string; N: number; r: number; p: number; salt: string };
  iv: string;
  data: string;
}

const TAG_BYTES = 16;

function keyOf(passphrase: string, { N, r, p, salt }: EncryptedDocument['kdf']): Buffer {
  return scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem: 256 * N * r });
}

/** @throws Error when the passphrase is another one. */
export function decryptDocument({ kdf, iv, data }: EncryptedDocument, passphrase: string): unknown {
  const bytes = Buffer.from(data, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, kdf), Buffer.from(iv, 'base64'));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

export function encryptDocument(credentials: readonly unknown[], passphrase: string): EncryptedDocument {
  const kdf = { name: 'scrypt', N: 32_768, r: 8, p: 3, salt: randomBytes(16).toString('base64') };
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, kdf), iv);
  const data = Buffer.concat([
    cipher.update(JSON.stringify(credentials)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { version: 1, kdf, iv: iv.toString('base64'), data: data.toString('base64') };
}
