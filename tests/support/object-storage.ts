import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Stack } from '#scripts/local/stack.ts';

const LOCK_TIMEOUT_MS = 30_000;

/**
 * Writes to the storage of a workspace's object while the Worker is stopped: for states that the product reaches only after
 * another deployment.
 *
 * @param write receives the object's tables.
 * @throws when the workspace has no object.
 */
export async function writeObjectStorage(
  stack: Stack,
  dataDirectory: string,
  workspace: string,
  write: (storage: DatabaseSync) => void,
): Promise<void> {
  await stack.killWorker();
  let written = 0;
  for (const path of globSync(join(dataDirectory, 'worker/do/*WorkspaceObject/*.sqlite'))) {
    if (path.endsWith('metadata.sqlite')) continue;
    // Waits for the lock of a Worker that was just killed.
    const storage = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
    const named = storage.prepare(`SELECT 1 FROM instance WHERE state ->> '$.state.facts.name' = ?`);
    if (named.get(workspace)) {
      write(storage);
      written += 1;
    }
    storage.close();
  }
  await stack.startWorker();
  if (written !== 1) throw new Error(`${workspace} has ${written} objects.`);
}
