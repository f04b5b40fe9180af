import type { RestorePreview, WorkflowChange } from './restore.ts';

/** A workflow with its digest: equal workflows have equal digests. */
export interface WorkflowDigest {
  id: string;
  name: string;
  digest: string;
}

/** @returns what restoring the archive would change in a workspace with these workflows. */
export function compareWorkflows(
  archive: readonly WorkflowDigest[],
  workspace: readonly WorkflowDigest[],
): Pick<RestorePreview, 'changes' | 'untouched'> {
  const known = new Map(workspace.map(({ id, digest }) => [id, digest]));
  const changes = archive.map(({ id, name, digest }): WorkflowChange => {
    const current = known.get(id);
    if (current === undefined) return { id, name, change: 'added' };
    return { id, name, change: current === digest ? 'unchanged' : 'changed' };
  });
  const untouched = workspace.length - changes.filter(({ change }) => change !== 'added').length;
  return { changes, untouched };
}
