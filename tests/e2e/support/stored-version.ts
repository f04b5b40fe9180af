import type { Stack } from '#scripts/local/stack.ts';
import { writeObjectStorage } from '../../support/object-storage.ts';

/** Sets a workspace to an old release that new workspaces never run. */
export function ageVersion(
  stack: Stack,
  dataDirectory: string,
  workspace: string,
  version: string,
): Promise<void> {
  return writeObjectStorage(stack, dataDirectory, workspace, (storage) => {
    storage
      .prepare(`UPDATE instance SET state = json_set(state, '$.state.configuration.version', ?)`)
      .run(version);
  });
}
