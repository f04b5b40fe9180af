/** Where an archive to be restored is. */
export type RestoreSource =
  | { kind: 'backup'; backupId: string }
  /** Sent back by its owner; the key is the upload's in the backup store. */
  | { kind: 'upload'; key: string };

/** What restoring would make of one workflow of the archive. */
export interface WorkflowChange {
  id: string;
  name: string;
  change: 'added' | 'changed' | 'unchanged';
}

/** What restoring would change; nothing has been. */
export interface RestorePreview {
  /** In the archive's order. */
  changes: WorkflowChange[];
  /** In the workspace and not in the archive: these are left alone. */
  untouched: number;
  /** Whether the archive holds encrypted credentials. What is in them nobody knows before the passphrase. */
  hasCredentials: boolean;
}

/** What restoring did, in workflows. */
export interface RestoreOutcome {
  added: number;
  changed: number;
  unchanged: number;
  /** Whether the credentials were restored as well. */
  credentials: boolean;
}

/** What a restore's page says of the archive's credentials. */
export type CredentialChoice = 'none' | 'owners-only' | 'unconfirmed' | 'ask';
