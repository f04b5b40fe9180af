import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { CredentialsDocument } from '#app/domain/backup/credentials.ts';

/** Size of the authentication tag at the end of a document's `data`. */
const TAG_BYTES = 16;

/** Derives the key in the thread pool: a blocked event loop would miss a server closing its connection. */
function keyOf(passphrase: string, { N, r, p, salt }: CredentialsDocument['kdf']): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cost = { N, r, p, maxmem: 256 * N * r };
    scrypt(passphrase, Buffer.from(salt, 'base64'), 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** @throws Error if the passphrase is wrong. */
export async function decryptDocument(
  { kdf, iv, data }: CredentialsDocument,
  passphrase: string,
): Promise<unknown> {
  const key = await keyOf(passphrase, kdf);
  const bytes = Buffer.from(data, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

export async function encryptDocument(
  credentials: readonly unknown[],
  passphrase: string,
): Promise<CredentialsDocument> {
  const salt = randomBytes(16).toString('base64');
  const kdf = { name: 'scrypt', N: 32_768, r: 8, p: 3, salt } as const;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, kdf), iv);
  const data = Buffer.concat([
    cipher.update(JSON.stringify(credentials)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { version: 1, kdf, iv: iv.toString('base64'), data: data.toString('base64') };
}
