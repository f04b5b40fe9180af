import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Stack } from '#scripts/local/stack.ts';

const LOCK_TIMEOUT_MS = 30_000;

/**
 * Sets a workspace to an old release that new workspaces never run, by writing to its object's storage while the Worker is
 * stopped.
 */
export async function ageVersion(
  stack: Stack,
  dataDirectory: string,
  workspace: string,
  version: string,
): Promise<void> {
  await stack.killWorker();
  let changed = 0;
  for (const path of globSync(join(dataDirectory, 'worker/do/*WorkspaceObject/*.sqlite'))) {
    if (path.endsWith('metadata.sqlite')) continue;
    // Waits for the lock of a Worker that was just killed.
    const storage = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
    const result = storage
      .prepare(
        `UPDATE instance SET state = json_set(state, '$.state.configuration.version', ?)
         WHERE state ->> '$.state.facts.name' = ?`,
      )
      .run(version, workspace);
    changed += Number(result.changes);
    storage.close();
  }
  await stack.startWorker();
  if (changed !== 1) throw new Error(`There is no object of ${workspace} to age.`);
}
