import { KEPT_BYTES, OPEN } from './held/schema.ts';

/**
 * SQL statements that build a workspace's tables, in order. Append only, from the first deployment on: an object that
 * slept for a year runs the missed ones in order.
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
  // Tables of the held webhooks. `content` is sealed: headers, query and a body of up to 64 kB; null once it is deleted.
  // `held_files`: bodies in R2 to delete, or whose request is not stored yet.
  `CREATE TABLE IF NOT EXISTS held_requests (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL, method TEXT NOT NULL,
     content BLOB, has_file INTEGER NOT NULL, size INTEGER NOT NULL, received_at INTEGER NOT NULL, sender TEXT NOT NULL,
     why TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting', failure TEXT, attempts INTEGER NOT NULL DEFAULT 0,
     tries INTEGER NOT NULL DEFAULT 0, breaks INTEGER NOT NULL DEFAULT 0, first_tried_at INTEGER, next_at INTEGER,
     last_status INTEGER, finished_at INTEGER);
   CREATE INDEX IF NOT EXISTS held_waiting ON held_requests (path, sequence) WHERE state = 'waiting';
   CREATE INDEX IF NOT EXISTS held_due ON held_requests (next_at) WHERE state = 'waiting' AND next_at IS NOT NULL;
   CREATE INDEX IF NOT EXISTS held_received ON held_requests (received_at);
   CREATE TABLE IF NOT EXISTS held_paths (path TEXT PRIMARY KEY, choice TEXT NOT NULL DEFAULT 'learn', answer_matters INTEGER,
     changed_at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS held_hours (path TEXT NOT NULL, at INTEGER NOT NULL, arrived INTEGER NOT NULL DEFAULT 0,
     held INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT 0, replayed INTEGER NOT NULL DEFAULT 0,
     failed INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (path, at)) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS held_settings (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), paused INTEGER NOT NULL,
     queue_order TEXT NOT NULL);
   CREATE TABLE IF NOT EXISTS held_files (id TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;`,
  // The rehearsed update: the running rehearsal, or the report of the last one.
  `CREATE TABLE rehearsal (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), state TEXT NOT NULL);`,
  // The run of a request that people replay.
  'ALTER TABLE held_requests ADD COLUMN run INTEGER NOT NULL DEFAULT 1;',
  // When the process last restarted in place.
  'ALTER TABLE held_settings ADD COLUMN restarted_at INTEGER;',
  // Whether the answers to a GET matter, apart from those to requests that send data.
  'ALTER TABLE held_paths ADD COLUMN get_answer_matters INTEGER;',
  // n8n's last answer to the request's path (`Unregistered`); the largest of a path's waiting requests counts.
  'ALTER TABLE held_requests ADD COLUMN is_unregistered INTEGER NOT NULL DEFAULT 0;',
  // Generation of the process that began a request and did not answer in time.
  'ALTER TABLE held_requests ADD COLUMN unanswered_in INTEGER;',
  // Replaces `held_waiting`. Covers the queries of the screen and of a wake, which would otherwise read the bodies.
  `DROP INDEX held_waiting;
   CREATE INDEX held_open ON held_requests (path, state, sequence, received_at, is_unregistered, ${KEPT_BYTES}) WHERE ${OPEN};`,
  // When the file of a dropped backup can be deleted, UTC ms.
  'ALTER TABLE dropped_backups ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;',
];
