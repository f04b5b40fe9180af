import { env } from 'cloudflare:workers';
import { workspaceKey } from '#app/crypto/workspace-key.ts';
import { BACKUP_LIMITS } from '#app/domain/backup/archive.ts';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import type { WorkflowFile } from '#app/domain/backup/workflow-file.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { r2Backups } from '#app/integrations/backups/r2-backups.ts';
import { readArchive } from '#app/integrations/backups/read-archive.ts';
import { writeArchive } from '#app/integrations/backups/write-archive.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { workspaceProcess } from '#app/integrations/workspace-process/workspace-process.ts';

/** @returns the exact JSON of each workflow in an archive; null without an archive. */
export async function workflowsIn(key: string): Promise<string[] | null> {
  const source = await r2Backups(env.BACKUPS).open(key);
  return source && texts(readArchive(source, BACKUP_LIMITS));
}

function processOf() {
  return workspaceProcess({
    clusters: [{ id: 'local', ingressUrlTemplate: `${env.SANDBOX_URL}/ingress/{service}` }],
    outbound: createOutbound({ fetch: (...request) => fetch(...request), clock: systemClock }),
    fetch: (...request) => fetch(...request),
    signInKeyOf: async (id) => workspaceKey(env.WORKSPACE_MASTER_KEY, id, 'sign-in'),
  });
}

/** @returns the JSON of each workflow in a running workspace, as it exports it. */
export async function workflowsOf(facts: InstanceFacts): Promise<string[]> {
  return texts(splitExport(await processOf().exportWorkflows(facts)));
}

/** Imports workflows into a running workspace, bypassing the object. */
export async function importInto(facts: InstanceFacts, json: string): Promise<void> {
  const body = new TextEncoder().encode(json);
  await processOf().importWorkflows(facts, body);
}

/** @returns an archive of these workflows. @param version of n8n that they come from. */
export async function archiveOf(
  jsons: readonly string[],
  version?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const workflows = splitExport(splitChunks(`[${jsons.join(',')}]`));
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeArchive(workflows, Date.now(), version ? { version } : {}))
    chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

async function* splitChunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function texts(workflows: AsyncIterable<WorkflowFile>): Promise<string[]> {
  const found: string[] = [];
  let parts: Blob[] = [];
  for await (const { chunks, isPart } of workflows) {
    parts.push(new Blob(chunks as Uint8Array<ArrayBuffer>[]));
    if (isPart) continue;
    found.push(await new Blob(parts).text());
    parts = [];
  }
  return found;
}
