import type { Backup, BackupRun, BackupTrigger } from '#app/domain/backup/backup.ts';
import type { InstancePorts } from './ports.ts';

/** A backup that was begun and has not ended, as far as this object knows: its process may have died with it. */
export interface BegunBackup {
  id: string;
  trigger: BackupTrigger;
  /** UTC ms. */
  startedAt: number;
  /** How often it was begun. */
  beginnings: number;
  /** One with credentials is never restarted: their document died with its process, and the passphrase is kept nowhere. */
  hasCredentials: boolean;
}

/** What a workspace's object knows of its backups; every method is synchronous and durable. */
export interface BackupRows {
  /** @returns those that are whole, newest first. */
  all(): Backup[];
  begun(): BegunBackup | null;
  begin(begun: BegunBackup): void;
  /** It is whole: from now on it is listed. */
  complete(backup: Backup): void;
  /** @param at UTC ms. @returns how many of the day's scheduled attempts have failed. */
  fail(begun: BegunBackup, at: number): number;
  /** @returns when a backup failed, UTC ms; null when one has succeeded since. */
  lastFailureAt(): number | null;
  /** The attempts of a day are counted anew. */
  beginDay(): void;
  /** They are listed no longer; their files are still to be removed. */
  drop(ids: readonly string[]): void;
  dropped(): string[];
  /** Its file is removed. */
  forget(id: string): void;
}

/** All that backups are taken with. */
export interface BackupPorts extends InstancePorts {
  backupRows: BackupRows;
  newBackupId(): string;
  /** How far a backup is, to whoever watches; null once it has ended. */
  pushBackup(running: BackupRun | null): void;
}
