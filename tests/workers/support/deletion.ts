import { z } from 'zod';
import { finalBackupKey } from '#app/domain/instance/final-backup.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { workflowsIn } from './archives.ts';
import { clusterReady } from './cluster.ts';
import { passTimeUntil, viewWith } from './workspace.ts';

const workflowSchema = z.looseObject({ name: z.string() });

/** @returns the names of the workflows in a final backup; null without one. */
export async function finalBackup({ workspaceId }: InstanceFacts, incarnation = 1): Promise<string[] | null> {
  const workflows = await workflowsIn(finalBackupKey(workspaceId, incarnation));
  return workflows?.map((text) => workflowSchema.parse(JSON.parse(text)).name) ?? null;
}

/** Waits for the final backup and the removal of a due deletion. */
export async function deleteThrough(facts: InstanceFacts) {
  await viewWith(facts, { notice: 'deleting' });
  // Runs only for its final backup.
  await clusterReady(facts.name);
  return passTimeUntil(facts, { notice: 'deleted' });
}
