import { z } from 'zod';

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
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
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
