import type { RestorePreview, WorkflowChange } from './restore.ts';

/** A workflow by what it is: its bytes as a digest, since two are the same when every byte is. */
export interface WorkflowDigest {
  id: string;
  name: string;
  digest: string;
}

/** @returns what restoring the archive would change in a workspace that has these workflows. */
export function compareWorkflows(
  archive: readonly WorkflowDigest[],
  workspace: readonly WorkflowDigest[],
): Omit<RestorePreview, 'hasCredentials'> {
  const known = new Map(workspace.map(({ id, digest }) => [id, digest]));
  const changes = archive.map(({ id, name, digest }): WorkflowChange => {
    const present = known.get(id);
    if (present === undefined) return { id, name, change: 'added' };
    return { id, name, change: present === digest ? 'unchanged' : 'changed' };
  });
  const untouched = workspace.length - changes.filter(({ change }) => change !== 'added').length;
  return { changes, untouched };
}
