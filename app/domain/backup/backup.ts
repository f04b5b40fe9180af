import type { InstanceView } from '../instance/view.ts';

/** The cause of a backup: the daily schedule, on demand, a restore or an update that it precedes, or the workspace's deletion. */
export type BackupTrigger = 'scheduled' | 'manual' | 'safety' | 'final';

/** A complete backup in the store. */
export interface Backup {
  /** `bkp_…` */
  id: string;
  trigger: BackupTrigger;
  /** Start of the backup, UTC ms: its content is not older. */
  takenAt: number;
  /** Size of the archive. */
  bytes: number;
  workflows: number;
  /** Whether the archive contains encrypted credentials: only a person, with a passphrase, starts such a backup. */
  hasCredentials: boolean;
}

/** Progress of a running backup. */
export interface BackupRun {
  id: string;
  trigger: BackupTrigger;
  /** UTC ms. */
  startedAt: number;
  /** So far. */
  workflows: number;
  /** JSON received from the workspace so far. */
  bytes: number;
}

/** A workspace's backups; only whole ones are listed. */
export interface BackupList {
  /** The workspace itself, so that a screen needs one call of its object. */
  instance: InstanceView;
  /** The workspace's own present, UTC ms. */
  now: number;
  running: BackupRun | null;
  /** The last backup failed and none has succeeded since; `at` in UTC ms. */
  lastFailure: { at: number } | null;
  /** Newest first. */
  backups: Backup[];
  /** Whether a backup can start now: the workspace is Online. */
  canBackUp: boolean;
}

/** Pushed to watching clients while a backup runs; `running` is null once the backup has ended. */
export interface BackupMessage {
  kind: 'backup';
  running: BackupRun | null;
}
