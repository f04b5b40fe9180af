import { splitExport } from '#app/domain/backup/export-splitter.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { InstancePorts } from './ports.ts';

/**
 * Streams a workspace's workflows, and credentials as it exported them, into an archive in the backup store.
 * @param request.onProgress called after each workflow, or part of one, with the number so far, and their exported bytes.
 * @throws when the export is incomplete, the workspace stops sending or the store fails; then nothing is stored.
 */
export async function takeBackup(
  ports: Pick<InstancePorts, 'process' | 'archives' | 'backups'>,
  { facts, configuration }: InstanceState,
  request: {
    key: string;
    takenAt: number;
    credentials?: Uint8Array | undefined;
    onProgress?(workflows: number, bytes: number): void;
  },
): Promise<{ bytes: number; workflows: number }> {
  const content = await ports.process.exportWorkflows(facts);
  let workflows = 0;
  let exported = 0;
  async function* countWorkflows() {
    for await (const workflow of splitExport(content)) {
      if (!workflow.isPart) workflows += 1;
      exported += workflow.bytes;
      request.onProgress?.(workflows, exported);
      yield workflow;
    }
  }
  const { key, takenAt, credentials } = request;
  const additions = { version: configuration.version, ...(credentials && { credentials }) };
  const bytes = await ports.backups.put(key, ports.archives.write(countWorkflows(), takenAt, additions));
  return { bytes, workflows };
}
