import { z } from 'zod';

/** The ids that the import takes and backups name files by (docs/cluster.md, "Workflows"). */
const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const INVALID_ID =
  'A workflow’s id has 1 to 64 letters, digits, hyphens and underscores. Leave it out to get a new one.';

/**
 * @param id that a client chose for a new workflow; n8n makes one if it is empty.
 * @returns why the workflow is not created: no backup could restore it; null for a valid id.
 */
export function creationRefusal(id: string | undefined): string | null {
  return !id || idSchema.safeParse(id).success ? null : INVALID_ID;
}

const nodeSchema = z.looseObject({ name: z.string(), type: z.string() });
const content = {
  // Validated and passed on unchanged: a parsed copy would have another order of fields, and so other bytes.
  nodes: z.array(z.unknown().refine((node) => nodeSchema.safeParse(node).success)),
  connections: z.record(z.string(), z.unknown()),
};

const published = z.object({
  versionId: z.string().min(1).max(36),
  ...content,
  name: z.string().nullish(),
  description: z.string().nullish(),
  authors: z.string().nullish(),
  createdAt: z.iso.datetime().nullish(),
});

const imported = z.object({
  id: idSchema,
  name: z.string().min(1).max(128),
  active: z.boolean().default(false),
  isArchived: z.boolean().default(false),
  description: z.string().nullish(),
  ...content,
  settings: z.record(z.string(), z.unknown()).nullish(),
  pinData: z.record(z.string(), z.unknown()).nullish(),
  meta: z.record(z.string(), z.unknown()).nullish(),
  nodeGroups: z.array(z.unknown()).nullish(),
  versionId: z.string().min(1).max(36).nullish(),
  createdAt: z.iso.datetime().nullish(),
  updatedAt: z.iso.datetime().nullish(),
  tags: z
    .array(z.union([z.string().min(1).max(24), z.object({ name: z.string().min(1).max(24) })]))
    .nullish(),
  folder: z.array(z.string().min(1).max(128)).max(32).nullish(),
  published: published.nullish(),
});

/** A workflow to import: n8n's own export has these fields too, except `folder` and `published`. */
export type ImportedWorkflow = z.infer<typeof imported>;

/** @returns the workflows of a body; null if one is invalid or repeated. */
export function readWorkflows(body: unknown): ImportedWorkflow[] | null {
  const read = z.array(imported).safeParse(body);
  if (!read.success) return null;
  return new Set(read.data.map(({ id }) => id)).size === read.data.length ? read.data : null;
}
