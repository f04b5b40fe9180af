import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '#scripts/local/stack.ts';
import { writeObjectStorage } from '../../support/object-storage.ts';

/** Sets a workspace to an old release that new workspaces never run, in its object and in its data. */
export function ageVersion(
  stack: Stack,
  dataDirectory: string,
  workspace: string,
  version: string,
): Promise<void> {
  const volume = join(dataDirectory, 'sandbox', 'volumes', `ws-${workspace}`);
  return writeObjectStorage(stack, dataDirectory, workspace, (storage) => {
    storage
      .prepare(`UPDATE instance SET state = json_set(state, '$.state.configuration.version', ?)`)
      .run(version);
    writeFileSync(join(volume, 'n8n-version'), version);
  });
}
