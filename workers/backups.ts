import type { WorkspaceBackups } from '#app/use-cases/backups/ports.ts';
import type { KeyRing } from '#app/use-cases/key-ring.ts';
import { verifyFinalBackupToken } from '#durable-objects/workspace/final-backup-token.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';

/** The workspaces' backups, as the use cases see them. */
export function backupsIn(env: Env, workspaceMasterKeys: KeyRing, onCall: () => void): WorkspaceBackups {
  const stub = (workspaceId: string) => {
    onCall();
    return workspaceStub(env, workspaceId);
  };
  return {
    list: ({ id, accountId }) => stub(id).listBackups(accountId),
    start: ({ id, accountId }) => stub(id).startBackup(accountId),
    startWithCredentials: ({ id, accountId }, passphrase) =>
      stub(id).startBackupWithCredentials({ accountId, passphrase }),
    archive: ({ id, accountId }, backupId) => stub(id).findBackup({ accountId, backupId }),
    preview: ({ id, accountId }, source) => stub(id).previewRestore({ accountId, source }),
    restore: ({ id, accountId }, source, chosen) => stub(id).restore({ accountId, source, ...chosen }),
    async finalArchive(token) {
      // Checked before an object is called: naming one that is not there would make it.
      const opens = await verifyFinalBackupToken(workspaceMasterKeys, token);
      return opens
        ? stub(opens.workspaceId).findFinalBackup(opens.life)
        : { ok: false, code: 'backup_not_found' };
    },
  };
}
