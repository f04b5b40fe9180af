import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { cursors } from '../schema/index.ts';

/** @returns the position of a continuous reader; null before its first run. */
export async function readCursor(db: Db, name: string): Promise<string | null> {
  const rows = await db.select({ position: cursors.position }).from(cursors).where(eq(cursors.name, name));
  return rows[0]?.position ?? null;
}

export async function writeCursor(db: Db, name: string, position: string): Promise<void> {
  await db
    .insert(cursors)
    .values({ name, position })
    .onConflictDoUpdate({ target: cursors.name, set: { position: sql`excluded.position` } });
}
