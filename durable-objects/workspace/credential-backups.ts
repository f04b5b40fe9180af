import type { InstanceState } from '#app/domain/instance/state.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { WorkspaceBackups } from './backups.ts';
import type { InstancePorts } from './ports.ts';

/** Backups that hold the workspace's credentials. A passphrase goes to the workspace in one call and is kept nowhere. */
export function credentialBackups(
  ports: Pick<InstancePorts, 'signInKeyOf' | 'process' | 'reportError'>,
  backups: Pick<WorkspaceBackups, 'isBusy' | 'start'>,
) {
  let isSealing = false;

  /** @returns the workspace's credentials as they are now, as an encrypted document. @throws when it hands out none. */
  async function seal({ facts }: InstanceState, passphrase: string): Promise<Uint8Array> {
    const signInKey = await ports.signInKeyOf(facts.workspaceId);
    return ports.process.exportCredentials(facts, signInKey, passphrase);
  }

  return {
    seal,
    /** Begins a backup with credentials. Refuses backup_under_way, credentials_unavailable. */
    async start(state: InstanceState, passphrase: string): Promise<RpcResult<{ id: string }>> {
      // Another backup has no credentials, or those of another passphrase: its id would be a wrong answer.
      if (isSealing || backups.isBusy()) return { ok: false, code: 'backup_under_way' };
      isSealing = true;
      try {
        const credentials = await seal(state, passphrase);
        // A scheduled backup may have begun meanwhile.
        if (backups.isBusy()) return { ok: false, code: 'backup_under_way' };
        return { ok: true, value: { id: backups.start(state, 'manual', credentials).id } };
      } catch (error) {
        ports.reportError(error);
        return { ok: false, code: 'credentials_unavailable' };
      } finally {
        isSealing = false;
      }
    },
  };
}

export type CredentialBackups = ReturnType<typeof credentialBackups>;
