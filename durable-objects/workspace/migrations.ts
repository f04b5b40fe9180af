import {
  HELD_GETS,
  HELD_OPEN,
  HELD_RESTART,
  HELD_RUNS,
  HELD_UNANSWERED,
  HELD_UNREGISTERED,
  HELD_WEBHOOKS,
} from './held/schema.ts';

/**
 * SQL statements that build a workspace's tables, in order. Append only, from the first deployment on: an object that slept
 * for a year runs the missed migrations in order.
 */
export const storageMigrations: readonly string[] = [
  // `schedules` is without rowid, so that each alarm that ends one writes a page less.
  `CREATE TABLE instance (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), state TEXT NOT NULL);
   CREATE TABLE schedules (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, failures INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE clock (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), offset_ms INTEGER NOT NULL);`,
  // The status history, oldest first; each day's usage; the months of executions as last read, for the time when the
  // workspace does not answer.
  `CREATE TABLE history (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, phase TEXT NOT NULL, cause TEXT);
   CREATE TABLE usage_days (day TEXT PRIMARY KEY, executions INTEGER NOT NULL, active_workflows INTEGER NOT NULL)
     WITHOUT ROWID;
   CREATE TABLE usage_months (month TEXT PRIMARY KEY, read_at INTEGER NOT NULL, sums TEXT NOT NULL, rows TEXT)
     WITHOUT ROWID;`,
  // The unsent outbox, and the last summary sent to the database.
  `CREATE TABLE outbox (sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, payload TEXT NOT NULL);
   CREATE TABLE last_summary (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), payload TEXT NOT NULL);`,
  // Complete backups; the unfinished one; the time of the last failure, and today's failures; dropped backups whose files
  // remain.
  `CREATE TABLE backups (id TEXT PRIMARY KEY, trigger TEXT NOT NULL, taken_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
     workflows INTEGER NOT NULL, has_credentials INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE begun_backup (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL, trigger TEXT NOT NULL,
     started_at INTEGER NOT NULL, beginnings INTEGER NOT NULL, has_credentials INTEGER NOT NULL);
   CREATE TABLE backup_failures (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at INTEGER NOT NULL,
     scheduled_today INTEGER NOT NULL);
   CREATE TABLE dropped_backups (id TEXT PRIMARY KEY) WITHOUT ROWID;`,
  // The keys of the process, and the version of the master key behind each final backup's link.
  `CREATE TABLE keys (name TEXT PRIMARY KEY, version INTEGER NOT NULL, sealed TEXT NOT NULL, generation INTEGER)
     WITHOUT ROWID;
   CREATE TABLE final_links (incarnation INTEGER PRIMARY KEY, version INTEGER NOT NULL);`,
  HELD_WEBHOOKS,
  // The rehearsed update: the running rehearsal, or the report of the last one.
  `CREATE TABLE rehearsal (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), state TEXT NOT NULL);`,
  HELD_RUNS,
  HELD_RESTART,
  HELD_GETS,
  HELD_UNREGISTERED,
  HELD_UNANSWERED,
  HELD_OPEN,
  // When the file of a dropped backup can be deleted, UTC ms.
  'ALTER TABLE dropped_backups ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;',
];
