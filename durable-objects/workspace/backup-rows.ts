import type { Backup, BackupTrigger } from '#app/domain/backup/backup.ts';
import { ONLY_ROW, type Sql, type SqlRow, upsert } from './held/sql.ts';
import { rememberedRead } from './remembered-read.ts';

/** A backup that has started and not ended; its object may have died meanwhile. */
export interface UnfinishedBackup {
  id: string;
  trigger: BackupTrigger;
  /** UTC ms. */
  startedAt: number;
  attempts: number;
  /** A backup with credentials never restarts: the credentials died with the object, and no one stores the passphrase. */
  hasCredentials: boolean;
}

/** Backups in the object's own tables. Every method is synchronous and durable. */
export function backupRows(storage: { sql: Sql; transactionSync<T>(closure: () => T): T }) {
  const { sql } = storage;
  const lastTakenAt = rememberedRead(
    () => sql.exec<{ at: number | null }>('SELECT max(taken_at) AS at FROM backups').one().at,
  );
  return {
    /** @returns the complete backups, newest first. */
    all(): Backup[] {
      return sql
        .exec<SqlRow<Backup>>(
          `SELECT id, trigger, taken_at AS takenAt, bytes, workflows, has_credentials AS hasCredentials FROM backups
           ORDER BY takenAt DESC, id`,
        )
        .toArray()
        .map((row) => ({ ...row, hasCredentials: row.hasCredentials === 1 }));
    },

    /** @returns when the newest complete backup was taken, UTC ms; null without one. */
    lastTakenAt: lastTakenAt.read,

    findUnfinished(): UnfinishedBackup | null {
      const row = sql
        .exec<SqlRow<UnfinishedBackup>>(
          `SELECT id, trigger, started_at AS startedAt, beginnings AS attempts, has_credentials AS hasCredentials
           FROM begun_backup`,
        )
        .toArray()[0];
      return row ? { ...row, hasCredentials: row.hasCredentials === 1 } : null;
    },

    begin({ id, trigger, startedAt, attempts, hasCredentials }: UnfinishedBackup): void {
      upsert(sql, 'begun_backup', ONLY_ROW, {
        id,
        trigger,
        started_at: startedAt,
        beginnings: attempts,
        has_credentials: Number(hasCredentials),
      });
    },

    complete({ id, trigger, takenAt, bytes, workflows, hasCredentials }: Backup): void {
      lastTakenAt.forget();
      storage.transactionSync(() => {
        sql.exec('DELETE FROM begun_backup');
        sql.exec('DELETE FROM backup_failures');
        sql.exec(
          `INSERT INTO backups (id, trigger, taken_at, bytes, workflows, has_credentials)
           VALUES (?, ?, ?, ?, ?, ?)`,
          id,
          trigger,
          takenAt,
          bytes,
          workflows,
          Number(hasCredentials),
        );
      });
    },

    /**
     * Keeps its file on the list to delete: the object can die between storing the archive and listing it.
     * @param at UTC ms; `dueAt` is when its file can be deleted. @returns the number of today's failed scheduled attempts.
     */
    fail({ id, trigger }: UnfinishedBackup, at: number, dueAt: number): number {
      return storage.transactionSync(() => {
        sql.exec('DELETE FROM begun_backup WHERE id = ?', id);
        sql.exec('INSERT INTO dropped_backups (id, due_at) VALUES (?, ?) ON CONFLICT DO NOTHING', id, dueAt);
        return sql
          .exec<{ failures: number }>(
            `INSERT INTO backup_failures (only_row, at, scheduled_today) VALUES (1, ?, ?)
             ON CONFLICT (only_row) DO UPDATE SET at = excluded.at,
               scheduled_today = scheduled_today + excluded.scheduled_today
             RETURNING scheduled_today AS failures`,
            at,
            Number(trigger === 'scheduled'),
          )
          .one().failures;
      });
    },

    /** @returns when the last backup failed, UTC ms; null after a success. */
    lastFailureAt(): number | null {
      return sql.exec<{ at: number }>('SELECT at FROM backup_failures').toArray()[0]?.at ?? null;
    },

    /** Resets the day's failed attempts. */
    beginDay(): void {
      sql.exec('UPDATE backup_failures SET scheduled_today = 0');
    },

    /** Removes backups from the list; their files remain to be deleted. */
    drop(ids: readonly string[]): void {
      lastTakenAt.forget();
      storage.transactionSync(() => {
        for (const id of ids) {
          sql.exec('DELETE FROM backups WHERE id = ?', id);
          sql.exec('INSERT INTO dropped_backups (id) VALUES (?) ON CONFLICT DO NOTHING', id);
        }
      });
    },

    /** @returns the dropped backups whose files remain, by due date. */
    listDropped() {
      return sql
        .exec<{ id: string; dueAt: number }>(
          'SELECT id, due_at AS dueAt FROM dropped_backups ORDER BY due_at',
        )
        .toArray();
    },

    /** Forgets a dropped backup whose file is deleted. */
    forget(id: string): void {
      sql.exec('DELETE FROM dropped_backups WHERE id = ?', id);
    },
  };
}
