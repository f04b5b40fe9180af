import { storageMigrations } from './migrations.ts';

/** Brings an object's tables up to date: each step runs once, in order, in a transaction. Costs one read if none is due. */
export function migrateStorage(storage: DurableObjectStorage, steps = storageMigrations): void {
  storage.sql.exec('CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY)');
  const done = Number(storage.sql.exec('SELECT count(*) AS done FROM migrations').one().done);
  for (const [index, statements] of steps.entries()) {
    if (index < done) continue;
    storage.transactionSync(() => {
      storage.sql.exec(statements);
      storage.sql.exec('INSERT INTO migrations (id) VALUES (?)', index + 1);
    });
  }
}
