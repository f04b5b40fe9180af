import type { KeyRing, RingKey } from '#app/crypto/key-ring.ts';
import { decodeBase64Url, encodeBase64Url } from '#app/domain/encoding/base64url.ts';
import type { InstanceOutboxItem } from '#app/domain/instance/outbox.ts';
import { workspaceKey } from './keys.ts';

/** `WORKSPACE.LIFE.SIGNATURE`: short enough for a link in a mail. */
const TOKEN = /^(wks_[A-Za-z0-9_-]{1,64})\.([1-9]\d{0,5})\.([A-Za-z0-9_-]{43})$/;

/**
 * The token in the mail about a deletion: it opens one final backup for whoever has it, for as long as that is kept.
 * Signed with a key of this workspace and this purpose alone.
 */
export async function signFinalBackupToken(
  masterKey: string,
  workspaceId: string,
  incarnation: number,
): Promise<string> {
  const subject = `${workspaceId}.${incarnation}`;
  const key = await hmacKey(masterKey, workspaceId);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(subject)));
  return `${subject}.${encodeBase64Url(signature)}`;
}

/** @returns what it opens; null for any token but one made under a version in the ring. */
export async function verifyFinalBackupToken(
  masterKeys: KeyRing,
  token: string,
): Promise<{ workspaceId: string; incarnation: number } | null> {
  const [, workspaceId, incarnation, signature] = TOKEN.exec(token) ?? [];
  const signatureBytes = signature === undefined ? null : decodeBase64Url(signature);
  if (!workspaceId || !incarnation || !signatureBytes) return null;
  const subject = new TextEncoder().encode(`${workspaceId}.${incarnation}`);
  for (const { secret } of masterKeys) {
    const key = await hmacKey(secret, workspaceId);
    const isGenuine = await crypto.subtle.verify('HMAC', key, signatureBytes, subject);
    if (isGenuine) return { workspaceId, incarnation: Number(incarnation) };
  }
  return null;
}

/** Gives the mails about a deletion their token; which of the account's people gets it, the database decides. */
export function withFinalBackupToken(
  keyFor: (incarnation: number) => RingKey,
  workspaceId: string,
  items: readonly InstanceOutboxItem[],
): Promise<InstanceOutboxItem[]> {
  return Promise.all(
    items.map(async (item): Promise<InstanceOutboxItem> => {
      if (item.kind !== 'mail' || item.mail.template !== 'workspace_deleted') return item;
      const { incarnation, ...data } = item.mail.data;
      // Told by an object of before there was a link: its backup is no archive.
      if (incarnation === undefined) return item;
      const finalBackupToken = await signFinalBackupToken(
        keyFor(incarnation).secret,
        workspaceId,
        incarnation,
      );
      return { ...item, mail: { ...item.mail, data: { ...data, incarnation, finalBackupToken } } };
    }),
  );
}

async function hmacKey(masterKey: string, workspaceId: string): Promise<CryptoKey> {
  const secret = await workspaceKey(masterKey, workspaceId, 'final-backup');
  return crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
}
