import { expect, test } from 'vitest';
import {
  signFinalBackupToken,
  verifyFinalBackupToken,
  withFinalBackupToken,
} from '#app/crypto/final-backup-token.ts';
import type { KeyRing } from '#app/crypto/key-ring.ts';

const MASTER = 'master-key-of-this-test';
const RING: KeyRing = [{ version: 1, secret: MASTER }];

test('opens only the backup of the token', async () => {
  const token = signFinalBackupToken(MASTER, 'wks_a-1_b', 2);
  expect(token).toMatch(/^[A-Za-z0-9._-]+$/);
  expect(verifyFinalBackupToken(RING, token)).toEqual({ workspaceId: 'wks_a-1_b', incarnation: 2 });
});

test('refuses any other token', async () => {
  const token = signFinalBackupToken(MASTER, 'wks_a', 2);
  const [workspace, incarnation, signature = ''] = token.split('.');
  const others = [
    '',
    'x'.repeat(10_000),
    `${workspace}.${incarnation}`,
    `${workspace}.3.${signature}`,
    `wks_b.${incarnation}.${signature}`,
    `wks_a.02.${signature}`,
    `${token}.x`,
    `${token}x`,
    `${workspace}.${incarnation}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `wks_a/../b.${incarnation}.${signature}`,
    signFinalBackupToken('another key', 'wks_a', 2),
  ];
  for (const other of others) expect(verifyFinalBackupToken(RING, other), other).toBeNull();
});

test('puts the token only into the mail about a deletion', async () => {
  const mail = {
    kind: 'mail',
    id: 'incarnation-2:workspace_deleted',
    mail: { template: 'workspace_deleted', data: { backupUntil: 9, incarnation: 2 } },
  } as const;
  const other = {
    kind: 'mail',
    id: 'x',
    mail: { template: 'trial_ended', data: { deletionAt: 1 } },
  } as const;
  const finalBackupToken = signFinalBackupToken(MASTER, 'wks_a', 2);
  expect(withFinalBackupToken(() => RING[0], 'wks_a', [mail, other])).toEqual([
    { ...mail, mail: { ...mail.mail, data: { backupUntil: 9, incarnation: 2, finalBackupToken } } },
    other,
  ]);
});
