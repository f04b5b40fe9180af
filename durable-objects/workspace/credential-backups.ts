import type { InstanceState } from '#app/domain/instance/state.ts';
import type { RpcResult } from '#app/use-cases/workspace/rpc.ts';
import type { WorkspaceBackups } from './backups.ts';
import type { InstancePorts } from './ports.ts';

/** Backups with the workspace's credentials. The passphrase goes to the workspace in one call and is never stored. */
export function credentialBackups(
  ports: Pick<InstancePorts, 'process' | 'reportError'>,
  backups: Pick<WorkspaceBackups, 'isBusy' | 'start'>,
) {
  let isSealing = false;

  /** Starts a backup with credentials. Refuses backup_under_way, credentials_unavailable. */
  return async (state: InstanceState, passphrase: string): Promise<RpcResult<{ id: string }>> => {
    // A running backup has no credentials or another passphrase, so its id would be a wrong answer.
    if (isSealing || backups.isBusy()) return { ok: false, code: 'backup_under_way' };
    isSealing = true;
    try {
      const credentials = await ports.process.exportCredentials(state.facts, passphrase);
      // A scheduled backup may have started meanwhile.
      if (backups.isBusy()) return { ok: false, code: 'backup_under_way' };
      return { ok: true, value: { id: backups.start(state, 'manual', credentials).id } };
    } catch (error) {
      ports.reportError(error);
      return { ok: false, code: 'credentials_unavailable' };
    } finally {
      isSealing = false;
    }
  };
}
