import type { Internals } from '../internals.ts';
import { type Database, databaseOf } from './database.ts';
import { fromStoredTime } from './stored-time.ts';

/**
 * Columns of JSON text, which is passed on unparsed, so that it does not change. Omits `staticData`, since a workflow that
 * polls writes to it at each run, and no two exports would be equal.
 */
const WORKFLOW = `SELECT w.id, w.name, w.active, w."isArchived", w.description, w.nodes, w.connections, w.settings, w."pinData",
    w.meta, w."nodeGroups", w."versionId", w."createdAt", w."updatedAt", w."parentFolderId",
    h."versionId" AS "publishedId", h.nodes AS "publishedNodes", h.connections AS "publishedConnections",
    h.name AS "publishedName", h.description AS "publishedDescription", h.authors AS "publishedAuthors",
    h."createdAt" AS "publishedAt"
  FROM workflow_entity w LEFT JOIN workflow_history h ON h."versionId" = w."activeVersionId" WHERE w.id = ?`;

const TAGS = `SELECT t.name FROM tag_entity t INNER JOIN workflows_tags m ON m."tagId" = t.id
  WHERE m."workflowId" = ? ORDER BY t.name`;

const FOLDERS = `WITH RECURSIVE path (id, name, parent, depth) AS (
    SELECT id, name, "parentFolderId", 0 FROM folder WHERE id = ?
    UNION ALL SELECT f.id, f.name, f."parentFolderId", depth + 1 FROM folder f INNER JOIN path ON f.id = path.parent
  ) SELECT name FROM path ORDER BY depth DESC`;

/** @returns each workflow as the contract's JSON, oldest first; reads each one lazily. */
export async function* exportWorkflows(internals: Internals): AsyncGenerator<string> {
  const database = databaseOf(internals);
  for (const { id } of await database.query('SELECT id FROM workflow_entity ORDER BY "createdAt", id')) {
    const [row] = await database.query(WORKFLOW, [id]);
    // The workflow was deleted meanwhile.
    if (row) yield await workflowJson(database, row);
  }
}

async function workflowJson(database: Database, row: Record<string, unknown>): Promise<string> {
  const tags = (await database.query(TAGS, [row.id])).map(({ name }) => name);
  const folders = row.parentFolderId === null ? [] : await database.query(FOLDERS, [row.parentFolderId]);
  return objectJson([
    ['id', text(row.id)],
    ['name', text(row.name)],
    ['active', String(Boolean(row.active))],
    ['isArchived', String(Boolean(row.isArchived))],
    ['description', text(row.description)],
    ['nodes', json(row.nodes)],
    ['connections', json(row.connections)],
    ['settings', json(row.settings)],
    ['pinData', json(row.pinData)],
    ['meta', json(row.meta)],
    ['nodeGroups', json(row.nodeGroups)],
    ['versionId', text(row.versionId)],
    ['createdAt', time(row.createdAt)],
    ['updatedAt', time(row.updatedAt)],
    ['tags', JSON.stringify(tags)],
    ['folder', JSON.stringify(folders.map(({ name }) => name))],
    ['published', publishedJson(row)],
  ]);
}

function publishedJson(row: Record<string, unknown>): string {
  if (!row.active || row.publishedId === null) return 'null';
  return objectJson([
    ['versionId', text(row.publishedId)],
    ['nodes', json(row.publishedNodes)],
    ['connections', json(row.publishedConnections)],
    ['name', text(row.publishedName)],
    ['description', text(row.publishedDescription)],
    ['authors', text(row.publishedAuthors)],
    ['createdAt', time(row.publishedAt)],
  ]);
}

function objectJson(fields: ReadonlyArray<readonly [string, string]>): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

const text = (value: unknown) => JSON.stringify(value ?? null);
const json = (stored: unknown) => (typeof stored === 'string' && stored !== '' ? stored : 'null');

function time(stored: unknown): string {
  return typeof stored === 'string' ? JSON.stringify(fromStoredTime(stored)) : 'null';
}
