import type { BackupTrigger } from '#app/domain/backup/backup.ts';
import type { BackupRows } from './backup-ports.ts';

type BackupRow = {
  id: string;
  trigger: string;
  taken_at: number;
  bytes: number;
  workflows: number;
  has_credentials: number;
};
type BegunRow = {
  id: string;
  trigger: string;
  started_at: number;
  beginnings: number;
  has_credentials: number;
};

/** Backups in the object's own tables. */
export function backupRows(storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>): BackupRows {
  const { sql } = storage;
  return {
    all() {
      return sql
        .exec<BackupRow>(
          `SELECT id, trigger, taken_at, bytes, workflows, has_credentials FROM backups
           ORDER BY taken_at DESC, id`,
        )
        .toArray()
        .map(({ trigger, taken_at, has_credentials, ...row }) => ({
          ...row,
          trigger: trigger as BackupTrigger,
          takenAt: taken_at,
          hasCredentials: has_credentials === 1,
        }));
    },

    begun() {
      const row = sql
        .exec<BegunRow>('SELECT id, trigger, started_at, beginnings, has_credentials FROM begun_backup')
        .toArray()[0];
      if (!row) return null;
      const { id, trigger, started_at, beginnings, has_credentials } = row;
      return {
        id,
        trigger: trigger as BackupTrigger,
        startedAt: started_at,
        beginnings,
        hasCredentials: has_credentials === 1,
      };
    },

    begin({ id, trigger, startedAt, beginnings, hasCredentials }) {
      sql.exec(
        `INSERT INTO begun_backup (only_row, id, trigger, started_at, beginnings, has_credentials)
         VALUES (1, ?, ?, ?, ?, ?)
         ON CONFLICT (only_row) DO UPDATE SET id = excluded.id, trigger = excluded.trigger,
           started_at = excluded.started_at, beginnings = excluded.beginnings,
           has_credentials = excluded.has_credentials`,
        id,
        trigger,
        startedAt,
        beginnings,
        Number(hasCredentials),
      );
    },

    complete({ id, trigger, takenAt, bytes, workflows, hasCredentials }) {
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

    fail({ id, trigger }, at) {
      return storage.transactionSync(() => {
        sql.exec('DELETE FROM begun_backup WHERE id = ?', id);
        return Number(
          sql
            .exec(
              `INSERT INTO backup_failures (only_row, at, scheduled_today) VALUES (1, ?, ?)
               ON CONFLICT (only_row) DO UPDATE SET at = excluded.at,
                 scheduled_today = scheduled_today + excluded.scheduled_today
               RETURNING scheduled_today`,
              at,
              trigger === 'scheduled' ? 1 : 0,
            )
            .one().scheduled_today,
        );
      });
    },

    lastFailureAt() {
      return sql.exec<{ at: number }>('SELECT at FROM backup_failures').toArray()[0]?.at ?? null;
    },

    beginDay() {
      sql.exec('UPDATE backup_failures SET scheduled_today = 0');
    },

    drop(ids) {
      storage.transactionSync(() => {
        for (const id of ids) {
          sql.exec('DELETE FROM backups WHERE id = ?', id);
          sql.exec('INSERT INTO dropped_backups (id) VALUES (?) ON CONFLICT DO NOTHING', id);
        }
      });
    },

    dropped() {
      return sql
        .exec<{ id: string }>('SELECT id FROM dropped_backups')
        .toArray()
        .map(({ id }) => id);
    },

    forget(id) {
      sql.exec('DELETE FROM dropped_backups WHERE id = ?', id);
    },
  };
}
