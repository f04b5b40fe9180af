import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { migrate as applyMigrations } from 'drizzle-orm/libsql/migrator';
import { seedPlans } from './seed/plans.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/**
 * Migrates a database and writes the plans. Idempotent.
 *
 * Two runs can overlap: each migration and its record are one batch, so the slower run fails as a whole, and finds nothing
 * left to do when it tries again.
 */
export async function migrate(url: string, authToken?: string): Promise<void> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  try {
    await migrateClient(client);
  } finally {
    client.close();
  }
}

/** Migrates over a connection that the caller closes. */
export async function migrateClient(client: Client): Promise<void> {
  await apply(client).catch(() => apply(client));
  await seedPlans(client);
}

function apply(client: Client): Promise<void> {
  return applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
}

if (import.meta.main) {
  const { DATABASE_URL, DATABASE_TOKEN } = process.env;
  if (!DATABASE_URL) {
    console.error('DATABASE_URL names the database to migrate.');
    process.exit(1);
  }
  await migrate(DATABASE_URL, DATABASE_TOKEN);
}
