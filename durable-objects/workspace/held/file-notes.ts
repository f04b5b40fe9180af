import type { Sql } from './sql.ts';

/** Files in R2 without a stored request: uploads in progress, and files to be deleted. */
export function fileNotes(sql: Sql) {
  return {
    /** Notes a file before its upload, so that it is found if its request is never stored. @param now UTC ms. */
    note(id: string, now: number): void {
      sql.exec('INSERT INTO held_files (id, since) VALUES (?, ?) ON CONFLICT DO NOTHING', id, now);
    },

    /** @returns the ids of files to delete, noted until an instant. */
    listUntil: (at: number): string[] =>
      sql
        .exec<{ id: string }>('SELECT id FROM held_files WHERE since <= ?', at)
        .toArray()
        .map(({ id }) => id),

    forget(id: string): void {
      sql.exec('DELETE FROM held_files WHERE id = ?', id);
    },

    isEmpty: (): boolean =>
      sql.exec<{ count: number }>('SELECT count(*) AS count FROM held_files').one().count === 0,
  };
}

export type FileNotes = ReturnType<typeof fileNotes>;
