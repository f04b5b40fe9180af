import { HELD_WEBHOOKS } from './held/schema.ts';

/** Append only: an object that slept for a year runs the missed migrations in order. */
const migrations: readonly string[] = [
  `CREATE TABLE instance (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), state TEXT NOT NULL);
   CREATE TABLE schedules (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, failures INTEGER NOT NULL);
   CREATE TABLE clock (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), offset_ms INTEGER NOT NULL);`,
  // The status history, oldest first; each day's usage; the unsent outbox, and the last summary sent to the database.
  // Existing objects get the schedules of a new one; the timetable now includes the end of the trial.
  `CREATE TABLE history (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, phase TEXT NOT NULL, cause TEXT);
   CREATE TABLE usage_days (day TEXT PRIMARY KEY, executions INTEGER NOT NULL, active_workflows INTEGER NOT NULL)
     WITHOUT ROWID;
   CREATE TABLE news (id TEXT PRIMARY KEY, payload TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE told (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), payload TEXT NOT NULL);
   INSERT INTO schedules (name, due_at, failures) SELECT 'timetable', unixepoch() * 1000, 0 FROM instance;
   INSERT INTO schedules (name, due_at, failures) SELECT 'day', unixepoch() * 1000, 0 FROM instance;
   DELETE FROM schedules WHERE name = 'trial-end';`,
  // Complete backups; the unfinished one; the time of the last failure, and today's failures; dropped backups whose files
  // remain.
  `CREATE TABLE backups (id TEXT PRIMARY KEY, trigger TEXT NOT NULL, taken_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
     workflows INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE begun_backup (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL, trigger TEXT NOT NULL,
     started_at INTEGER NOT NULL, beginnings INTEGER NOT NULL);
   CREATE TABLE backup_failures (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at INTEGER NOT NULL,
     scheduled_today INTEGER NOT NULL);
   CREATE TABLE dropped_backups (id TEXT PRIMARY KEY) WITHOUT ROWID;`,
  // The keys of the process, and the version of the master key behind each final backup's link. Version 1 derives the keys
  // of existing workspaces, whose running processes have them.
  `CREATE TABLE keys (name TEXT PRIMARY KEY, version INTEGER NOT NULL, sealed TEXT, wish INTEGER) WITHOUT ROWID;
   CREATE TABLE final_links (life INTEGER PRIMARY KEY, version INTEGER NOT NULL);
   INSERT INTO keys (name, version) SELECT 'encryption', 1 FROM instance;
   INSERT INTO keys (name, version, wish) SELECT 'sign-in', 1, json_extract(state, '$.wish') FROM instance;`,
  // Marks the backups with encrypted credentials.
  `ALTER TABLE backups ADD COLUMN has_credentials INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE begun_backup ADD COLUMN has_credentials INTEGER NOT NULL DEFAULT 0;`,
  // Gives the state version 1 of its stored form, with the current names everywhere. Replacing an outbox item changes its
  // sequence. The cluster has the generation in its old annotation, so the next probe applies it again. Final backups from
  // before workflows were counted get a count of 0.
  `ALTER TABLE keys RENAME COLUMN wish TO generation;
   ALTER TABLE final_links RENAME COLUMN life TO incarnation;
   ALTER TABLE told RENAME TO last_summary;
   CREATE TABLE outbox (sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, payload TEXT NOT NULL);
   INSERT INTO outbox (id, payload) SELECT id, payload FROM news ORDER BY id;
   DROP TABLE news;
   UPDATE schedules SET name = 'probe' WHERE name = 'look';
   UPDATE schedules SET name = 'send-outbox' WHERE name = 'tell';
   ${renameMember('last_summary.payload', '$.toldRevision', '$.factsRevision')}
   ${renameMember('outbox.payload', '$.summary.toldRevision', '$.summary.factsRevision')}
   ${renameMember('outbox.payload', '$.mail.data.life', '$.mail.data.incarnation')}
   ${renameMember('instance.state', '$.wish', '$.generation')}
   ${renameMember('instance.state', '$.life', '$.incarnation')}
   ${renameMember('instance.state', '$.facts.subscription', '$.facts.entitlement')}
   ${renameMember('instance.state', '$.facts.toldRevision', '$.facts.factsRevision')}
   UPDATE instance SET state = json_insert(state, '$.phase.backup.workflows', 0)
     WHERE json_type(state, '$.phase.backup') IS NOT NULL;
   UPDATE instance SET state = json_object('version', 1, 'state', json_set(state, '$.isApplied', json('false'),
     '$.finalBackups', (SELECT json_group_array(json_insert(value, '$.workflows', 0))
       FROM json_each(state, '$.finalBackups'))));`,
  // The months of executions as last read, for the time when the workspace does not answer.
  `CREATE TABLE IF NOT EXISTS usage_months (month TEXT PRIMARY KEY, read_at INTEGER NOT NULL, sums TEXT NOT NULL, rows TEXT)
     WITHOUT ROWID;`,
  HELD_WEBHOOKS,
  // The rehearsed update: the running rehearsal, or the report of the last one.
  `CREATE TABLE rehearsal (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), state TEXT NOT NULL);`,
  // A schedule is one row, not a row and an index entry: each alarm that ends a schedule writes one page less.
  `CREATE TABLE schedules_by_name (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, failures INTEGER NOT NULL) WITHOUT ROWID;
   INSERT INTO schedules_by_name (name, due_at, failures) SELECT name, due_at, failures FROM schedules;
   DROP TABLE schedules;
   ALTER TABLE schedules_by_name RENAME TO schedules;`,
];

/** @returns SQL that renames a member in a column's JSON. */
function renameMember(place: `${string}.${string}`, from: string, to: string): string {
  const [table, column] = place.split('.');
  return `UPDATE ${table} SET ${column} = json_remove(json_set(${column}, '${to}', ${column} -> '${from}'), '${from}')
     WHERE json_type(${column}, '${from}') IS NOT NULL;`;
}

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
