import type { ArchiveAdditions } from '#app/domain/backup/archive.ts';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { InstancePorts } from './ports.ts';

/**
 * Writes a workspace's workflows into an archive in the backup store, as they stream out of it.
 *
 * @param request.additions what the archive holds beside them.
 * @param request.onProgress hears of each workflow: how many so far, and their bytes as exported.
 * @throws when the export is not whole, the workspace falls silent or the store fails; nothing is kept then.
 */
export async function takeBackup(
  ports: Pick<InstancePorts, 'signInKeyOf' | 'process' | 'archives' | 'backups'>,
  facts: InstanceFacts,
  request: {
    key: string;
    takenAt: number;
    additions: ArchiveAdditions;
    onProgress?(workflows: number, bytes: number): void;
  },
): Promise<{ bytes: number; workflows: number }> {
  const signInKey = await ports.signInKeyOf(facts.workspaceId);
  const content = await ports.process.exportWorkflows(facts, signInKey);
  let workflows = 0;
  let exported = 0;
  async function* counted() {
    for await (const workflow of splitExport(content)) {
      workflows += 1;
      exported += workflow.bytes;
      request.onProgress?.(workflows, exported);
      yield workflow;
    }
  }
  const archive = ports.archives.write(counted(), request.takenAt, request.additions);
  const bytes = await ports.backups.put(request.key, archive);
  return { bytes, workflows };
}
