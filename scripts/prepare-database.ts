import type { Config } from '../app/config.ts';
import { migrate } from '../db/migrate.ts';
import { SqlError } from '../db/sql-over-http.ts';
import { refuseMissingVersions } from './keys/needed-versions.ts';

/**
 * Checks the keys that the rows of production's database need, and migrates it. Tables and columns that a new or an
 * older database lacks are read only after the migration.
 *
 * @throws Error if the configured keys lack a version that something needs.
 */
export async function prepareDatabase(
  config: Pick<Config, 'database' | 'workspaceMasterKeys' | 'secondFactorKeys'>,
): Promise<void> {
  await refuseMissingVersions(config).catch((error: unknown) => {
    const isOlder = error instanceof SqlError && /no such (table|column)/.test(error.message);
    if (!isOlder) throw error;
  });
  await migrate(config.database.url, config.database.token);
  await refuseMissingVersions(config);
}
