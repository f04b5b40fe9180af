import type { Config } from '../app/config.ts';
import { migrate } from '../db/migrate.ts';
import { refuseMissingVersions } from './keys/needed-versions.ts';

/**
 * Migrates production's database, and checks the keys that its rows need. In this order: before the migration, a new database
 * has no table to ask, and an older one may lack a column.
 *
 * @throws Error if the configured keys lack a version that something needs.
 */
export async function prepareDatabase(
  config: Pick<Config, 'database' | 'workspaceMasterKeys' | 'secondFactorKeys'>,
): Promise<void> {
  await migrate(config.database.url, config.database.token);
  await refuseMissingVersions(config);
}
