/**
 * Tables of the held webhooks. `content` is sealed: headers, query and a body of up to 64 kB; null once it is deleted.
 * `held_files`: bodies in R2 to delete, or whose request is not stored yet.
 */
export const HELD_WEBHOOKS = `
  CREATE TABLE IF NOT EXISTS held_requests (
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
  CREATE TABLE IF NOT EXISTS held_files (id TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;`;

/** What waits or failed: what people can replay or drop. */
export const OPEN = `(state = 'waiting' OR state = 'failed')`;

/**
 * Bytes that a request occupies until its content is deleted; then null. Paths are ASCII. A body that is not a file is part of
 * `content`.
 */
export const KEPT_BYTES = 'length(path) + length(content) + has_file * size';

/** When the process last restarted in place. */
export const HELD_RESTART = 'ALTER TABLE held_settings ADD COLUMN restarted_at INTEGER;';

/** The run of a request that people replay. */
export const HELD_RUNS = 'ALTER TABLE held_requests ADD COLUMN run INTEGER NOT NULL DEFAULT 1;';

/** Whether the answers to a GET matter, apart from those to requests that send data. */
export const HELD_GETS = 'ALTER TABLE held_paths ADD COLUMN get_answer_matters INTEGER;';

/** n8n's last answer to the request's path (`Unregistered`); the largest of a path's waiting requests counts. */
export const HELD_UNREGISTERED =
  'ALTER TABLE held_requests ADD COLUMN is_unregistered INTEGER NOT NULL DEFAULT 0;';

/** Generation of the process that began a request and did not answer in time. */
export const HELD_UNANSWERED = 'ALTER TABLE held_requests ADD COLUMN unanswered_in INTEGER;';

/**
 * Replaces `held_waiting`, so a held request writes no row more. Covers the queries of the screen and of a wake, which would
 * otherwise read the bodies in front of the columns that they need.
 */
export const HELD_OPEN = `
  DROP INDEX held_waiting;
  CREATE INDEX held_open ON held_requests (path, state, sequence, received_at, is_unregistered, ${KEPT_BYTES}) WHERE ${OPEN};`;
