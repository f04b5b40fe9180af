/** Append only: an object that slept for a year runs what it missed, in order. */
const migrations: readonly string[] = [
  // The state in its stored form (`stored-state.ts`); the schedules; how far the sandbox moved the clock.
  `CREATE TABLE instance (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), state TEXT NOT NULL);
   CREATE TABLE schedules (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, failures INTEGER NOT NULL);
   CREATE TABLE clock (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), offset_ms INTEGER NOT NULL);
   -- The status history, oldest first; the usage of each day.
   CREATE TABLE history (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, phase TEXT NOT NULL, cause TEXT);
   CREATE TABLE usage_days (day TEXT PRIMARY KEY, executions INTEGER NOT NULL, active_workflows INTEGER NOT NULL)
     WITHOUT ROWID;
   -- What the database has not taken yet: a replaced item gets another sequence. The summary that was last put there.
   CREATE TABLE outbox (sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, payload TEXT NOT NULL);
   CREATE TABLE last_summary (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), payload TEXT NOT NULL);
   -- Whole backups; the backup that was begun; when the last one failed, and how often today; backups that are no longer
   -- listed and whose files are still there.
   CREATE TABLE backups (id TEXT PRIMARY KEY, trigger TEXT NOT NULL, taken_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
     workflows INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE begun_backup (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL, trigger TEXT NOT NULL,
     started_at INTEGER NOT NULL, beginnings INTEGER NOT NULL);
   CREATE TABLE backup_failures (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at INTEGER NOT NULL,
     scheduled_today INTEGER NOT NULL);
   CREATE TABLE dropped_backups (id TEXT PRIMARY KEY) WITHOUT ROWID;`,
  // The keys of the process, and the version of the master key behind the link to each final backup. Without a row of
  // its own, the running process has the key that follows from version 1.
  `CREATE TABLE keys (name TEXT PRIMARY KEY, version INTEGER NOT NULL, sealed TEXT, generation INTEGER) WITHOUT ROWID;
   CREATE TABLE final_links (incarnation INTEGER PRIMARY KEY, version INTEGER NOT NULL);
   INSERT INTO keys (name, version) SELECT 'encryption', 1 FROM instance;
   INSERT INTO keys (name, version, generation) SELECT 'sign-in', 1, json_extract(state, '$.state.generation') FROM instance;`,
];

/** Brings an object's tables up to date; costs one read when there is nothing to do. */
export function migrate(storage: DurableObjectStorage): void {
  storage.sql.exec('CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY)');
  const done = Number(storage.sql.exec('SELECT count(*) AS done FROM migrations').one().done);
  for (const [index, statements] of migrations.entries()) {
    if (index < done) continue;
    storage.transactionSync(() => {
      storage.sql.exec(statements);
      storage.sql.exec('INSERT INTO migrations (id) VALUES (?)', index + 1);
    });
  }
}
