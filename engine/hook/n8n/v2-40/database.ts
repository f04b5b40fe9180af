import type { Internals } from '../internals.ts';
import { serviceOf } from './parts.ts';

/** n8n's own database, or a transaction in it. */
export interface Database {
  /** Runs a parameterized statement. @returns its rows. */
  query(sql: string, parameters?: readonly unknown[]): Promise<Array<Record<string, unknown>>>;
}
interface DataSource extends Database {
  transaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>;
}

/** @returns n8n's own database, to which n8n connected before it called the hook. */
export function databaseOf(internals: Internals): DataSource {
  return serviceOf<DataSource>(internals, 'DataSource');
}

const OWNER_PROJECT = `SELECT r."projectId" AS id FROM project_relation r
  INNER JOIN project p ON p.id = r."projectId" AND p.type = 'personal'
  INNER JOIN "user" u ON u.id = r."userId" WHERE u."roleSlug" = 'global:owner'`;

/**
 * @returns the id of the project of imported workflows and credentials: that of the instance's owner, which exists before
 *   anyone signs in.
 */
export async function ownerProjectOf(database: Database): Promise<string> {
  const [project] = await database.query(OWNER_PROJECT);
  if (!project) throw new Error('n8n has no owner.');
  return String(project.id);
}
