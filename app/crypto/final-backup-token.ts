import type { InstanceOutboxItem } from '#app/domain/instance/outbox.ts';
import type { KeyRing, RingKey } from './key-ring.ts';
import { isSignedBy, sign } from './secrets.ts';
import { workspaceKey } from './workspace-key.ts';

/** `WORKSPACE.INCARNATION.SIGNATURE`: short enough for a link in a mail. */
const TOKEN = /^(wks_[A-Za-z0-9_-]{1,64})\.([1-9]\d{0,5})\.([A-Za-z0-9_-]{43})$/;

/** @returns the token in the mail about a deletion: its bearer can download one final backup until that expires. */
export function signFinalBackupToken(masterKey: string, workspaceId: string, incarnation: number): string {
  const subject = `${workspaceId}.${incarnation}`;
  return `${subject}.${sign(subject, workspaceKey(masterKey, workspaceId, 'final-backup'))}`;
}

/** @returns the token's backup; null unless a key version in the ring signed the token. */
export function verifyFinalBackupToken(
  masterKeys: KeyRing,
  token: string,
): { workspaceId: string; incarnation: number } | null {
  const [, workspaceId, incarnation, signature] = TOKEN.exec(token) ?? [];
  if (!workspaceId || !incarnation || !signature) return null;
  const isGenuine = masterKeys.some(({ secret }) =>
    isSignedBy(`${workspaceId}.${incarnation}`, workspaceKey(secret, workspaceId, 'final-backup'), signature),
  );
  return isGenuine ? { workspaceId, incarnation: Number(incarnation) } : null;
}

/** Adds the token to the mails about a deletion; the database decides which recipients get it. */
export function withFinalBackupToken(
  keyFor: (incarnation: number) => RingKey,
  workspaceId: string,
  items: readonly InstanceOutboxItem[],
): InstanceOutboxItem[] {
  return items.map((item) => {
    if (item.kind !== 'mail' || item.mail.template !== 'workspace_deleted') return item;
    const { data } = item.mail;
    const { secret } = keyFor(data.incarnation);
    const finalBackupToken = signFinalBackupToken(secret, workspaceId, data.incarnation);
    return { ...item, mail: { ...item.mail, data: { ...data, finalBackupToken } } };
  });
}
