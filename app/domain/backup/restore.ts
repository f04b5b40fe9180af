import { UPLOAD_LIMITS } from './archive.ts';

/** With more checkboxes, the form is too large to post and takes seconds to parse. */
export const MAX_CHOICES = UPLOAD_LIMITS.entries;

/** Names of files that a preview lists: an archive can have tens of thousands. */
export const MAX_NAMED_FILES = 100;

/** The archive to restore. */
export type RestoreSource =
  | { kind: 'backup'; backupId: string }
  /** Uploaded by its owner; the key of the upload in the backup store. */
  | { kind: 'upload'; key: string };

/** The effect of a restore on one workflow of the archive. */
export interface WorkflowChange {
  id: string;
  name: string;
  change: 'added' | 'changed' | 'unchanged';
}

/** The effects of a restore; a preview changes nothing. */
export interface RestorePreview {
  /** In the archive's order. */
  changes: WorkflowChange[];
  /** Workflows that are only in the workspace; a restore keeps them. */
  untouched: number;
  /** Whether the archive contains encrypted credentials. Reading them needs the passphrase. */
  hasCredentials: boolean;
  /**
   * The archive's files that cannot be restored (`ArchiveExtras`), and the first `MAX_NAMED_FILES`
   * names. An object of an earlier version sends only names, as `tooLarge`, which are not shown.
   */
  unrestorable?: { count: number; names: readonly string[] };
}

/** Result of a restore; the numbers count workflows. */
export interface RestoreOutcome {
  added: number;
  changed: number;
  unchanged: number;
  /** Whether the credentials were restored as well. */
  credentials: boolean;
}

/** The restore page's options for the archive's credentials. */
export type CredentialChoice = 'none' | 'owners-only' | 'unconfirmed' | 'ask';
