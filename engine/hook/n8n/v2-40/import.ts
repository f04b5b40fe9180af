import { randomUUID } from 'node:crypto';
import type { ImportedWorkflow } from '../../workflow.ts';
import type { Internals } from '../internals.ts';
import { dataSourceOf, type Query, serviceOf } from './needs.ts';
import { toStoredTime } from './stored-time.ts';

interface Outbox {
  enqueue(workflowId: string, versionId: string, reason: string, manager: { query: Query }): Promise<void>;
}
interface WorkflowIndex {
  updateIndexForDraft(workflow: object): Promise<unknown>;
}

/** The project of imported workflows: that of the instance's owner, which exists before anyone signs in. */
const PROJECT = `SELECT r."projectId" AS id FROM project_relation r
  INNER JOIN project p ON p.id = r."projectId" AND p.type = 'personal'
  INNER JOIN "user" u ON u.id = r."userId" WHERE u."roleSlug" = 'global:owner'`;

const UPSERT = `INSERT INTO workflow_entity (id, name, active, "isArchived", description, nodes, connections, settings, "pinData",
    meta, "nodeGroups", "versionId", "activeVersionId", "createdAt", "updatedAt", "parentFolderId")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, active = excluded.active, "isArchived" = excluded."isArchived",
    description = excluded.description, nodes = excluded.nodes, connections = excluded.connections,
    settings = excluded.settings, "pinData" = excluded."pinData", meta = excluded.meta,
    "nodeGroups" = excluded."nodeGroups", "versionId" = excluded."versionId",
    "activeVersionId" = excluded."activeVersionId", "createdAt" = excluded."createdAt",
    "updatedAt" = excluded."updatedAt", "parentFolderId" = excluded."parentFolderId",
    "versionCounter" = "versionCounter" + 1`;

const UPSERT_VERSION = `INSERT INTO workflow_history ("versionId", "workflowId", nodes, connections, authors, name, description, "createdAt", "updatedAt")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT ("versionId") DO UPDATE SET nodes = excluded.nodes, connections = excluded.connections,
    authors = excluded.authors, name = excluded.name, description = excluded.description,
    "createdAt" = excluded."createdAt" WHERE "workflowId" = excluded."workflowId"`;

/**
 * Stores workflows unchanged, all or none, and lets n8n register and unregister their triggers by its own outbox of
 * publications, which survives a kill. A workflow that n8n cannot publish stays active, as n8n shows it.
 */
export async function importWorkflows(
  internals: Internals,
  workflows: readonly ImportedWorkflow[],
): Promise<void> {
  const { UNPUBLISH_VERSION_SENTINEL: unpublish } = internals.load('@n8n/db') as Record<string, string>;
  const outbox = serviceOf<Outbox>(internals, '@n8n/db', 'WorkflowPublicationOutboxRepository');
  await dataSourceOf(internals).transaction(async (manager) => {
    const query: Query = (sql, parameters) => manager.query(sql, parameters);
    const [project] = await query(PROJECT);
    if (!project) throw new Error('n8n has no owner to whom the workflows could belong.');
    for (const workflow of workflows) {
      const [before] = await query('SELECT "activeVersionId" FROM workflow_entity WHERE id = ?', [
        workflow.id,
      ]);
      const published = await store(query, workflow, String(project.id));
      if (published !== null) await outbox.enqueue(workflow.id, published, 'publish', manager);
      else if (before?.activeVersionId)
        await outbox.enqueue(workflow.id, unpublish ?? '', 'publish', manager);
    }
  });
  serviceOf<{ requestDrain(): void }>(
    internals,
    '../dist/workflows/publication/workflow-publication-notifier.js',
    'WorkflowPublicationNotifier',
  ).requestDrain();
  const index = serviceOf<WorkflowIndex>(
    internals,
    '../dist/modules/workflow-index/workflow-index.service.js',
    'WorkflowIndexService',
  );
  for (const { id } of workflows) {
    const repository = serviceOf<{ findOneBy(where: object): Promise<object | null> }>(
      internals,
      '@n8n/db',
      'WorkflowRepository',
    );
    const stored = await repository.findOneBy({ id });
    if (stored) await index.updateIndexForDraft(stored);
  }
}

/** @returns the published version; null without one. */
async function store(query: Query, workflow: ImportedWorkflow, projectId: string): Promise<string | null> {
  const { id, nodes, connections } = workflow;
  const now = new Date().toISOString();
  const createdAt = toStoredTime(workflow.createdAt ?? now);
  const updatedAt = toStoredTime(workflow.updatedAt ?? now);
  const draftId = await freeVersionId(query, workflow.versionId, id);
  // n8n's own export marks a published workflow only as active.
  const published =
    workflow.published ?? (workflow.active ? { versionId: draftId, nodes, connections } : null);
  const publishedId = published && (await freeVersionId(query, published.versionId, id));
  const folderId = await folderOf(query, workflow.folder ?? [], projectId);

  // A version refers to its workflow and the published one is referred to by it: n8n's tables check that at the end.
  await query('PRAGMA defer_foreign_keys = ON');
  await query(UPSERT, [
    id,
    workflow.name,
    published ? 1 : 0,
    workflow.isArchived ? 1 : 0,
    workflow.description ?? null,
    JSON.stringify(nodes),
    JSON.stringify(connections),
    jsonOrNull(workflow.settings),
    jsonOrNull(workflow.pinData),
    jsonOrNull(workflow.meta),
    JSON.stringify(workflow.nodeGroups ?? []),
    draftId,
    publishedId,
    createdAt,
    updatedAt,
    folderId,
  ]);
  const version = (versionId: string, its: NonNullable<ImportedWorkflow['published']>, at: string) =>
    query(UPSERT_VERSION, [
      versionId,
      id,
      JSON.stringify(its.nodes),
      JSON.stringify(its.connections),
      its.authors ?? 'import',
      its.name ?? null,
      its.description ?? null,
      at,
      at,
    ]);
  if (draftId !== publishedId) await version(draftId, { versionId: draftId, nodes, connections }, updatedAt);
  if (published && publishedId)
    await version(publishedId, published, toStoredTime(published.createdAt ?? workflow.updatedAt ?? now));
  await query(
    `INSERT INTO shared_workflow ("workflowId", "projectId", role) SELECT ?, ?, 'workflow:owner'
      WHERE NOT EXISTS (SELECT 1 FROM shared_workflow WHERE "workflowId" = ? AND role = 'workflow:owner')`,
    [id, projectId, id],
  );
  await tag(query, id, workflow.tags ?? []);
  return publishedId;
}

/** A version belongs to one workflow, but an edited file may name another workflow's version. */
async function freeVersionId(query: Query, wanted: string | null | undefined, workflowId: string) {
  if (!wanted) return randomUUID();
  const [taken] = await query('SELECT 1 FROM workflow_history WHERE "versionId" = ? AND "workflowId" <> ?', [
    wanted,
    workflowId,
  ]);
  return taken ? randomUUID() : wanted;
}

async function folderOf(query: Query, names: readonly string[], projectId: string): Promise<string | null> {
  let parent: string | null = null;
  for (const name of names) {
    const [found] = await query(
      'SELECT id FROM folder WHERE name = ? AND "projectId" = ? AND "parentFolderId" IS ? ORDER BY "createdAt"',
      [name, projectId, parent],
    );
    const id: string = found ? String(found.id) : randomUUID();
    if (!found) {
      await query('INSERT INTO folder (id, name, "projectId", "parentFolderId") VALUES (?, ?, ?, ?)', [
        id,
        name,
        projectId,
        parent,
      ]);
    }
    parent = id;
  }
  return parent;
}

async function tag(query: Query, workflowId: string, tags: NonNullable<ImportedWorkflow['tags']>) {
  await query('DELETE FROM workflows_tags WHERE "workflowId" = ?', [workflowId]);
  for (const given of tags) {
    const name = typeof given === 'string' ? given : given.name;
    const tagId = randomUUID().replaceAll('-', '').slice(0, 16);
    await query('INSERT INTO tag_entity (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', [
      tagId,
      name,
    ]);
    await query(
      `INSERT INTO workflows_tags ("workflowId", "tagId") SELECT ?, id FROM tag_entity WHERE name = ?
        ON CONFLICT DO NOTHING`,
      [workflowId, name],
    );
  }
}

const jsonOrNull = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
