import { type Client, createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { type Db, withNamedBatch } from '#db/client.ts';
import { migrateClient } from '#db/migrate.ts';

/**
 * A database with the product's schema in this process, for tests of what statements do. It has one connection, so the real
 * server's tests check concurrent writers.
 */
export async function openMemoryDatabase(): Promise<{ db: Db; raw: Client }> {
  const raw = createClient({ url: ':memory:' });
  await migrateClient(raw);
  return { db: withNamedBatch(drizzle(raw)), raw };
}
