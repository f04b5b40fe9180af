import { z } from 'zod';

/** Why a version could not run a workflow; the texts are the translations under `manage.update.problem`. */
export const problemKinds = [
  'node_type_unknown',
  'node_version_unknown',
  'credential_type_unknown',
  'not_activatable',
  'not_loadable',
  'missing',
] as const;

const problem = z.object({
  workflowId: z.string(),
  workflow: z.string(),
  isActive: z.boolean(),
  /** The node's name; null for a problem of the whole workflow. */
  node: z.string().nullable(),
  kind: z.enum(problemKinds),
  /** The unknown type, or n8n's own words. */
  detail: z.string(),
});
export type WorkflowProblem = z.infer<typeof problem>;

/** A process's answer to the portal's check (docs/cluster.md, "The contract"). */
export const versionCheck = z.object({
  workflows: z.number().int().nonnegative(),
  activeWorkflows: z.number().int().nonnegative(),
  /** Those of active workflows come first. */
  problems: z.array(problem),
  /** Whether there are more problems than listed. */
  isCut: z.boolean(),
});
export type VersionCheck = z.infer<typeof versionCheck>;

const changedWorkflow = z.object({
  workflowId: z.string(),
  workflow: z.string(),
  /** Fields of the export that differ; empty for a workflow too large to compare by field. */
  fields: z.array(z.string()),
});

/** The findings of a rehearsal about a version. */
export const rehearsalReport = z.object({
  workflows: z.number(),
  activeWorkflows: z.number(),
  /** Problems that the current version does not have. */
  problems: z.array(problem),
  /** Workflows that the new version exports differently, except for what its release notes announce. */
  changes: z.array(changedWorkflow),
  /** The announced fields, and how many workflows differ in nothing else; null without any. */
  announced: z
    .object({ fields: z.array(z.string()), workflows: z.number() })
    .nullable()
    .default(null),
  isCut: z.boolean(),
});
export type RehearsalReport = z.infer<typeof rehearsalReport>;

/** A workflow of an export, for comparison. */
export interface ComparedWorkflow {
  id: string;
  name: string;
  isActive: boolean;
  /** Digest of the whole workflow. */
  digest: string;
  /** Digests by field; null for a workflow too large to parse. */
  fields: ReadonlyMap<string, string> | null;
}

/** Longer lists are cut: the page is for a person. */
const MAX_LISTED = 200;
const MAX_TEXT = 500;

/**
 * Compares the copy's export on the new version (`returned`) with its import (`given`).
 * @param checks.current the running version's own check; null if it reported none; then every problem counts as new.
 * @param checks.announced fields that the release notes announce as changed.
 */
export function reportOf(checks: {
  current: VersionCheck | null;
  next: VersionCheck;
  given: readonly ComparedWorkflow[];
  returned: readonly ComparedWorkflow[];
  announced: ReadonlySet<string>;
}): RehearsalReport {
  const { current, next, given, returned, announced } = checks;
  const known = new Set(hidesActive(next) ? [] : current?.problems.map(keyOf));
  const byId = new Map(returned.map((workflow) => [workflow.id, workflow]));
  const problems = next.problems.filter((problem) => !known.has(keyOf(problem)));
  const changes: RehearsalReport['changes'] = [];
  const announcedOf = new Set<string>();
  let asAnnounced = 0;
  for (const before of given) {
    const after = byId.get(before.id);
    const { id: workflowId, name: workflow, isActive } = before;
    const about = { workflowId, workflow };
    const kind = after ? 'not_activatable' : 'missing';
    if (!after || (isActive && !after.isActive))
      problems.push({ ...about, isActive, node: null, kind, detail: '' });
    if (after && after.digest !== before.digest) {
      const all = differingFields(before, after);
      const fields = all.filter((field) => !announced.has(field));
      for (const field of all) if (announced.has(field)) announcedOf.add(field);
      if (all.length > 0 && fields.length === 0) asAnnounced += 1;
      else changes.push({ ...about, fields });
    }
  }
  return {
    workflows: next.workflows,
    activeWorkflows: next.activeWorkflows,
    // Problems that would stop something come first.
    problems: problems
      .sort((a, b) => Number(b.isActive) - Number(a.isActive))
      .slice(0, MAX_LISTED)
      .map((one) => ({ ...one, detail: one.detail.slice(0, MAX_TEXT) })),
    changes: changes.slice(0, MAX_LISTED),
    announced: asAnnounced === 0 ? null : { fields: [...announcedOf].sort(), workflows: asAnnounced },
    isCut: next.isCut || problems.length > MAX_LISTED || changes.length > MAX_LISTED,
  };
}

/** @returns whether the version would stop a workflow that is active. */
export function breaksActiveWorkflow({ problems }: RehearsalReport): boolean {
  return problems.some(({ isActive }) => isActive);
}

/** @returns whether problems of active workflows can be missing from the list, so that none of it can count as known. */
function hidesActive({ isCut, problems }: VersionCheck): boolean {
  return isCut && problems.every(({ isActive }) => isActive);
}

function keyOf({ workflowId, node, kind, detail }: WorkflowProblem): string {
  return JSON.stringify([workflowId, node, kind, detail]);
}

function differingFields(before: ComparedWorkflow, after: ComparedWorkflow): string[] {
  const [one, other] = [before.fields, after.fields];
  if (!one || !other) return [];
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (field) => one.get(field) !== other.get(field),
  );
}
