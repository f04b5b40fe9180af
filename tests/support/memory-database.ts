import { type Client, createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { type Db, withNamedBatch } from '#db/client.ts';
import { migrateClient } from '#db/migrate.ts';

/**
 * A database of the product's schema in this process: for tests of what statements come to. It has one connection, so
 * what several writers do to each other is for the real server's tests.
 */
export async function openMemoryDatabase(): Promise<{ db: Db; raw: Client }> {
  const raw = createClient({ url: ':memory:' });
  await migrateClient(raw);
  return { db: withNamedBatch(drizzle(raw)), raw };
}
