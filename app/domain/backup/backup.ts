import type { InstanceView } from '../instance/view.ts';

/** Why a backup was taken: by the day's schedule, because someone asked, or because the workspace is deleted. */
const backupTriggers = ['scheduled', 'manual', 'final'] as const;
export type BackupTrigger = (typeof backupTriggers)[number];

/** A backup that is whole and in the store. */
export interface Backup {
  /** `bkp_…` */
  id: string;
  trigger: BackupTrigger;
  /** When it was begun, UTC ms: what it holds is not older. */
  takenAt: number;
  /** Of the archive. */
  bytes: number;
  workflows: number;
  /** Whether the archive holds encrypted credentials. Only a person who types a passphrase makes such a backup. */
  hasCredentials: boolean;
}

/** A backup under way, and how far it is. */
export interface BackupRun {
  id: string;
  trigger: BackupTrigger;
  /** UTC ms. */
  startedAt: number;
  /** So far. */
  workflows: number;
  /** Of JSON that the workspace has sent so far. */
  bytes: number;
}

/** A workspace's backups; only whole ones are listed. */
export interface BackupList {
  /** How the workspace is: one call of its object is all that a screen asks. */
  instance: InstanceView;
  running: BackupRun | null;
  /** The last backup failed and none has succeeded since; `at` in UTC ms. */
  lastFailure: { at: number } | null;
  /** Newest first. */
  backups: Backup[];
  /** Whether one can be taken now: the workspace is Online. */
  canBackUp: boolean;
}

/** Pushed to watching clients while a backup runs; `running` is null once the backup has ended. */
export interface BackupMessage {
  kind: 'backup';
  running: BackupRun | null;
}
