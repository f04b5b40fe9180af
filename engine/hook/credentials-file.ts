import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from './http.ts';
import type { StoredCredential } from './n8n/n8n.ts';

/** About 32 MiB and a tenth of a second for each guess. */
const COST = { N: 32_768, r: 8, p: 3 } as const;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/** In composed characters, so that a passphrase has the same length on every keyboard. */
const passphraseSchema = z
  .string()
  .transform((text) => text.normalize('NFC'))
  .refine((text) => [...text].length >= 12 && [...text].length <= 256);
const fileSchema = z.object({
  version: z.literal(1),
  kdf: z.object({
    name: z.literal('scrypt'),
    N: z.literal(COST.N),
    r: z.literal(COST.r),
    p: z.literal(COST.p),
    salt: z.base64(),
  }),
  iv: z.base64(),
  data: z.base64(),
});
const credentialsSchema = z.array(
  z.object({
    id: z.string().min(1).max(36),
    name: z.string().min(1).max(128),
    type: z.string().min(1).max(128),
    data: z.record(z.string(), z.unknown()),
    createdAt: z.string().max(32),
    updatedAt: z.string().max(32),
  }),
);

export type CredentialsFile = z.infer<typeof fileSchema>;

/**
 * Encrypts credentials under a passphrase: AES-256-GCM with a key that scrypt derives from it. Neither the portal nor a
 * holder of the file learns more than its size.
 * @throws Refusal 400 for a passphrase outside 12 to 256 characters.
 */
export async function sealCredentials(
  credentials: readonly StoredCredential[],
  passphrase: unknown,
): Promise<CredentialsFile> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv);
  const parts = [cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final(), cipher.getAuthTag()];
  return {
    version: 1,
    kdf: { name: 'scrypt', ...COST, salt: salt.toString('base64') },
    iv: iv.toString('base64'),
    data: Buffer.concat(parts).toString('base64'),
  };
}

/** @throws Refusal 400 for another file, a file without credentials, or a wrong passphrase. */
export async function openCredentials(file: unknown, passphrase: unknown): Promise<StoredCredential[]> {
  const read = fileSchema.safeParse(file);
  if (!read.success) throw new Refusal(400, 'The body is not a file of credentials.');
  const { kdf, iv, data } = read.data;
  const sealed = Buffer.from(data, 'base64');
  const key = await keyOf(passphrase, Buffer.from(kdf.salt, 'base64'));
  let opened: string;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    opened = decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Refusal(400, 'The passphrase is wrong, or the file is damaged.');
  }
  const credentials = credentialsSchema.safeParse(jsonOf(opened));
  if (!credentials.success) throw new Refusal(400, 'The file holds no credentials.');
  return credentials.data;
}

/** @returns the value of JSON; undefined for invalid JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyOf(passphrase: unknown, salt: Buffer): Promise<Buffer> {
  const read = passphraseSchema.safeParse(passphrase);
  if (!read.success) throw new Refusal(400, 'A passphrase has 12 to 256 characters.');
  return new Promise((resolve, reject) => {
    scrypt(read.data, salt, KEY_BYTES, { ...COST, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
