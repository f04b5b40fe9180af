import type { DatabaseSync } from 'node:sqlite';
import { backupKey } from '#app/domain/backup/keys.ts';
import { backupRows } from '#durable-objects/workspace/backup-rows.ts';
import type { BackupPorts } from '#durable-objects/workspace/backups.ts';
import type { Sql } from '#durable-objects/workspace/held/sql.ts';
import type { InstancePorts } from '#durable-objects/workspace/ports.ts';
import { oneWorkflowAsArchive } from './copy.ts';
import { heldDatabase, prepared, storageOf } from './held/sqlite.ts';
import { must } from './must.ts';
import type { World } from './world.ts';

const TABLES = ['backups', 'begun_backup', 'backup_failures', 'dropped_backups'];

/** The tables of an object's backups, which survive every crash. */
export class BackupTables {
  readonly #db: DatabaseSync = heldDatabase();
  #ids = 0;
  /** Called before each write. */
  onWrite: () => void = () => {};
  readonly #observed = this.rows(() => true);
  /** The last result of `list`, until the next write. */
  #listed: ReturnType<BackupTables['list']> | undefined;

  /** @param isAlive whether the object that reads and writes them lives. */
  rows(isAlive: () => boolean): ReturnType<typeof backupRows> {
    const { exec } = storageOf(this.#db, isAlive);
    const sql: Sql = {
      exec: (query, ...values) => {
        if (!query.startsWith('SELECT')) {
          this.#listed = undefined;
          this.onWrite();
        }
        return exec(query, ...values);
      },
    };
    // Statements without an await between them are one transaction already.
    return backupRows({ sql, transactionSync: (closure) => closure() });
  }

  newId(): string {
    this.#ids += 1;
    return `bkp_${this.#ids}`;
  }

  /** @returns a function that restores the current content. */
  snapshot(): () => void {
    const kept = TABLES.map((table) => [table, prepared(this.#db, `SELECT * FROM ${table}`).all()] as const);
    return () => {
      this.#listed = undefined;
      for (const [table, rows] of kept) {
        this.#db.exec(`DELETE FROM ${table}`);
        for (const row of rows) {
          const marks = Object.keys(row).map(() => '?');
          prepared(this.#db, `INSERT INTO ${table} VALUES (${marks.join(', ')})`).run(...Object.values(row));
        }
      }
    };
  }

  /** What the object has listed now. */
  list() {
    const rows = this.#observed;
    return { all: rows.all(), dropped: rows.listDropped(), unfinished: rows.findUnfinished() };
  }

  /** Invariants of an idle object. */
  check({ store, outside }: World): void {
    const workspaceId = store.state?.facts.workspaceId ?? '';
    this.#listed ??= this.list();
    const { all, dropped, unfinished } = this.#listed;
    for (const { id } of all)
      must(outside.backups.has(backupKey(workspaceId, id)), `the listed backup ${id} has its file`);
    const known = [...all, ...dropped, unfinished].flatMap((one) =>
      one ? backupKey(workspaceId, one.id) : [],
    );
    for (const key of outside.backups.keys())
      must(!isBackup(key) || known.includes(key), `${key} is listed, unfinished or to be deleted`);
    must(!unfinished || store.schedules.has('backup'), 'an unfinished backup has its schedule');
    must(dropped.length === 0 || store.schedules.has('backup-drop'), 'a dropped backup has its schedule');
  }
}

/** @returns whether a file of the store is one of the object's backups: final ones and those of rehearsals are not. */
export function isBackup(key: string): boolean {
  return key.startsWith('backups/');
}

/** @returns the ports of the object's backups, beside those of the instance. */
export function backupPorts(
  ports: InstancePorts,
  world: Pick<World, 'outside' | 'store'>,
  { call, isAlive }: { call: <T>(effect: () => T) => Promise<T>; isAlive: () => boolean },
): BackupPorts {
  const { tables } = world.store;
  return {
    ...ports,
    archives: oneWorkflowAsArchive,
    process: { ...ports.process, exportWorkflows: world.outside.exportServing(call) },
    backupRows: tables.rows(isAlive),
    newBackupId: () => tables.newId(),
    pushBackup: () => {},
  };
}
