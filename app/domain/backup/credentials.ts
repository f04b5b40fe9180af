import { z } from 'zod';

/** Enough for thousands of credentials. The outbound client reads no larger answer; a workspace accepts twice as much. */
export const CREDENTIALS_MAX_BYTES = 8 * 1024 * 1024;

const documentSchema = z.object({
  version: z.literal(1),
  kdf: z.object({
    name: z.literal('scrypt'),
    N: z.literal(32_768),
    r: z.literal(8),
    p: z.literal(3),
    salt: z.base64().min(1).max(64),
  }),
  iv: z.base64().min(1).max(64),
  data: z.base64().min(1),
});

/** Encrypted credentials as a workspace exports them (docs/cluster.md, "Workflows"). */
export type CredentialsDocument = z.infer<typeof documentSchema>;

/** @returns the document in these bytes; null for anything else. Its content needs the passphrase. */
export function readCredentialsDocument(content: Uint8Array): CredentialsDocument | null {
  if (content.byteLength > CREDENTIALS_MAX_BYTES) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return documentSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
