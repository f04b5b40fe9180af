import type { Sql } from './sql.ts';

/** Files in R2 without a stored request: uploads in progress, and files to delete. */
export function fileNotes(sql: Sql) {
  return {
    /** Notes a file before its upload, so that it can be deleted if its request is never stored. @param now UTC ms. */
    note(id: string, now: number): void {
      sql.exec('INSERT INTO held_files (id, since) VALUES (?, ?) ON CONFLICT DO NOTHING', id, now);
    },

    /** Marks a file for immediate deletion. */
    drop(id: string): void {
      sql.exec(
        'INSERT INTO held_files (id, since) VALUES (?, 0) ON CONFLICT (id) DO UPDATE SET since = 0',
        id,
      );
    },

    /** @returns up to `limit` ids of files to delete, noted until an instant. */
    listUntil: (at: number, limit: number): string[] =>
      sql
        .exec<{ id: string }>('SELECT id FROM held_files WHERE since <= ? LIMIT ?', at, limit)
        .toArray()
        .map(({ id }) => id),

    /** @returns whether a file was noted after an instant: such a file is not being deleted. */
    isNotedSince: (id: string, at: number): boolean =>
      sql.exec('SELECT id FROM held_files WHERE id = ? AND since > ?', id, at).toArray().length > 0,

    forget(id: string): void {
      sql.exec('DELETE FROM held_files WHERE id = ?', id);
    },

    isEmpty: (): boolean =>
      sql.exec<{ count: number }>('SELECT count(*) AS count FROM held_files').one().count === 0,
  };
}

export type FileNotes = ReturnType<typeof fileNotes>;
