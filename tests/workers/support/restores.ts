import { env } from 'cloudflare:workers';
import type { RestoreSource } from '#app/domain/backup/restore.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { r2BackupFiles } from '#app/integrations/backups/r2-backup-files.ts';
import { stubOf } from './workspace.ts';

/** @returns the JSON of a workflow, as a workspace exports it. */
export const workflow = (id: string, name = id) =>
  JSON.stringify({
    id,
    name,
    active: true,
    createdAt: `2026-01-01T00:00:00.${id}`,
    nodes: [],
    connections: {},
  });

/** @returns the JSON of a workflow of slightly more than the given bytes, which compresses to no less than half. */
export const largeWorkflow = (id: string, bytes: number) =>
  JSON.stringify({ ...(JSON.parse(workflow(id)) as object), pad: noise(bytes) });

function noise(length: number): string {
  let text = '';
  while (text.length < length) text += crypto.randomUUID();
  return text.slice(0, length);
}

export function restore(
  facts: InstanceFacts,
  source: RestoreSource,
  workflowIds: readonly string[] | null,
  passphrase: string | null = null,
) {
  return stubOf(facts).restore({ accountId: facts.accountId, source, workflowIds, passphrase });
}

/** Stores an archive as its account's upload. */
export async function upload({ accountId }: InstanceFacts, content: Uint8Array): Promise<RestoreSource> {
  const body = new Response(content as Uint8Array<ArrayBuffer>).body;
  if (!body) throw new Error('no body');
  const key = await r2BackupFiles(env.BACKUPS).putUpload(accountId, body, 50 * 1024 * 1024);
  return { kind: 'upload', key };
}
