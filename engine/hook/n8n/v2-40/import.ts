import { randomUUID } from 'node:crypto';
import type { ImportedWorkflow } from '../../workflow.ts';
import type { Internals } from '../internals.ts';
import { type Database, databaseOf, ownerProjectOf } from './database.ts';
import { partOf, serviceOf } from './parts.ts';
import { toStoredTime } from './stored-time.ts';

interface Outbox {
  enqueue(workflowId: string, versionId: string, reason: string, transaction: Database): Promise<void>;
}
interface WorkflowRepository {
  findOneBy(where: object): Promise<object | null>;
}
interface WorkflowIndex {
  updateIndexForDraft(workflow: object): Promise<unknown>;
}

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
  const unpublish = partOf<string>(internals, 'UNPUBLISH_VERSION_SENTINEL');
  const outbox = serviceOf<Outbox>(internals, 'WorkflowPublicationOutboxRepository');
  await databaseOf(internals).transaction(async (transaction) => {
    const project = await ownerProjectOf(transaction);
    for (const workflow of workflows) {
      const [before] = await transaction.query('SELECT "activeVersionId" FROM workflow_entity WHERE id = ?', [
        workflow.id,
      ]);
      const published = await storeWorkflow(transaction, workflow, project);
      const version = published ?? (before?.activeVersionId ? unpublish : null);
      if (version !== null) await outbox.enqueue(workflow.id, version, 'publish', transaction);
    }
  });
  serviceOf<{ requestDrain(): void }>(internals, 'WorkflowPublicationNotifier').requestDrain();
  const index = serviceOf<WorkflowIndex>(internals, 'WorkflowIndexService');
  const repository = serviceOf<WorkflowRepository>(internals, 'WorkflowRepository');
  for (const { id } of workflows) {
    const stored = await repository.findOneBy({ id });
    if (stored) await index.updateIndexForDraft(stored);
  }
}

/** @returns the published version; null without one. */
async function storeWorkflow(
  database: Database,
  workflow: ImportedWorkflow,
  projectId: string,
): Promise<string | null> {
  const { id, nodes, connections } = workflow;
  const now = new Date().toISOString();
  const createdAt = toStoredTime(workflow.createdAt ?? now);
  const updatedAt = toStoredTime(workflow.updatedAt ?? now);
  const draftId = await chooseVersionId(database, workflow.versionId, id);
  // n8n's own export marks a published workflow only as active.
  const published =
    workflow.published ?? (workflow.active ? { versionId: draftId, nodes, connections } : null);
  const publishedId = published && (await chooseVersionId(database, published.versionId, id));
  const folderId = await findOrCreateFolder(database, workflow.folder ?? [], projectId);

  // A workflow and its versions refer to each other: the transaction checks its foreign keys at the end.
  await database.query('PRAGMA defer_foreign_keys = ON');
  await database.query(UPSERT, [
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
  const storeVersion = (versionId: string, its: NonNullable<ImportedWorkflow['published']>, at: string) =>
    database.query(UPSERT_VERSION, [
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
  if (draftId !== publishedId)
    await storeVersion(draftId, { versionId: draftId, nodes, connections }, updatedAt);
  if (published && publishedId)
    await storeVersion(
      publishedId,
      published,
      toStoredTime(published.createdAt ?? workflow.updatedAt ?? now),
    );
  await database.query(
    `INSERT INTO shared_workflow ("workflowId", "projectId", role) SELECT ?, ?, 'workflow:owner'
      WHERE NOT EXISTS (SELECT 1 FROM shared_workflow WHERE "workflowId" = ? AND role = 'workflow:owner')`,
    [id, projectId, id],
  );
  await replaceTags(database, id, workflow.tags ?? []);
  return publishedId;
}

/** A version belongs to one workflow, but an edited file may name another workflow's version. */
async function chooseVersionId(database: Database, wanted: string | null | undefined, workflowId: string) {
  if (!wanted) return randomUUID();
  const [taken] = await database.query(
    'SELECT 1 FROM workflow_history WHERE "versionId" = ? AND "workflowId" <> ?',
    [wanted, workflowId],
  );
  return taken ? randomUUID() : wanted;
}

async function findOrCreateFolder(
  database: Database,
  names: readonly string[],
  projectId: string,
): Promise<string | null> {
  let parent: string | null = null;
  for (const name of names) {
    const [found] = await database.query(
      'SELECT id FROM folder WHERE name = ? AND "projectId" = ? AND "parentFolderId" IS ? ORDER BY "createdAt"',
      [name, projectId, parent],
    );
    const id: string = found ? String(found.id) : randomUUID();
    if (!found) {
      await database.query(
        'INSERT INTO folder (id, name, "projectId", "parentFolderId") VALUES (?, ?, ?, ?)',
        [id, name, projectId, parent],
      );
    }
    parent = id;
  }
  return parent;
}

async function replaceTags(
  database: Database,
  workflowId: string,
  tags: NonNullable<ImportedWorkflow['tags']>,
) {
  await database.query('DELETE FROM workflows_tags WHERE "workflowId" = ?', [workflowId]);
  for (const given of tags) {
    const name = typeof given === 'string' ? given : given.name;
    const tagId = randomUUID().replaceAll('-', '').slice(0, 16);
    await database.query('INSERT INTO tag_entity (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', [
      tagId,
      name,
    ]);
    await database.query(
      `INSERT INTO workflows_tags ("workflowId", "tagId") SELECT ?, id FROM tag_entity WHERE name = ?
        ON CONFLICT DO NOTHING`,
      [workflowId, name],
    );
  }
}

const jsonOrNull = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
