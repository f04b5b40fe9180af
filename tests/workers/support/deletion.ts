import { env } from 'cloudflare:workers';
import { z } from 'zod';
import { finalBackupKey } from '#app/domain/instance/final-backup.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { clusterReady } from './cluster.ts';
import { passTimeUntil, viewWith } from './workspace.ts';

const exportSchema = z.array(z.looseObject({ name: z.string() }));

/** @returns the names of the workflows in a final backup; null when there is none. */
export async function finalBackup({ workspaceId }: InstanceFacts, life = 1): Promise<string[] | null> {
  const stored = await env.BACKUPS.get(finalBackupKey(workspaceId, life));
  if (!stored) return null;
  return exportSchema.parse(await stored.json()).map(({ name }) => name);
}

/** Once its deletion is due: lets the final backup be taken and everything be removed. */
export async function deleteThrough(facts: InstanceFacts) {
  await viewWith(facts, { notice: 'deleting' });
  // For its final backup alone.
  await clusterReady(facts.name);
  return passTimeUntil(facts, { notice: 'deleted' });
}
