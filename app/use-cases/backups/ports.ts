import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import type { RestoreOutcome, RestorePreview, RestoreSource } from '#app/domain/backup/restore.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { ClientInfo } from '../client-info.ts';
import type { WorkspaceReference } from '../workspace/ports.ts';

type Answer<T> = { ok: true; value: T } | { ok: false; code: ErrorCode };

/** What of an archive a person restores. */
export interface RestoreChoice {
  workflowIds: readonly string[];
  /** Of the archive's credentials; null restores none. */
  passphrase: string | null;
}

/** An archive in the backup store. */
interface StoredArchive {
  key: string;
  bytes: number;
  /** What it is called when it is downloaded: letters, digits, dots and hyphens. */
  fileName: string;
  hasCredentials: boolean;
}

/** The backups of workspaces; each method is one call of one object. All throw when the object cannot be reached. */
export interface WorkspaceBackups {
  /** @returns null when there is no such workspace of this account. */
  list(workspace: WorkspaceReference): Promise<BackupList | null>;
  /**
   * Begins a backup. While one runs, its id is the answer.
   * Refuses workspace_not_found, workspace_not_online.
   */
  start(workspace: WorkspaceReference): Promise<Answer<{ id: string }>>;
  /**
   * Begins a backup that holds the credentials too, encrypted under the passphrase, which is kept nowhere.
   * Refuses workspace_not_found, workspace_not_online, backup_under_way, credentials_unavailable.
   */
  startWithCredentials(workspace: WorkspaceReference, passphrase: string): Promise<Answer<{ id: string }>>;
  /** Refuses workspace_not_found, backup_not_found. */
  archive(workspace: WorkspaceReference, backupId: string): Promise<Answer<StoredArchive>>;
  /**
   * Compares an archive with the workspace, byte for byte; changes nothing.
   * Refuses workspace_not_found, workspace_not_online, backup_not_found, archive_invalid, archive_too_large,
   * archive_newer, backups_unavailable.
   */
  preview(workspace: WorkspaceReference, source: RestoreSource): Promise<Answer<RestorePreview>>;
  /**
   * Adds or replaces the chosen workflows of an archive, after a backup of what is there; without any difference
   * nothing is done. With a passphrase, the credentials come first, so that a wrong one changes nothing. Refuses as `preview`
   * does, no_credentials, passphrase_wrong and credentials_not_restored before a workflow is changed,
   * only_credentials_restored when the backup fails then, restore_failed when the workspace took not all workflows.
   */
  restore(
    workspace: WorkspaceReference,
    source: RestoreSource,
    chosen: RestoreChoice,
  ): Promise<Answer<RestoreOutcome>>;
  /** By the token in the mail about a deletion. Refuses backup_not_found. */
  finalArchive(token: string): Promise<Answer<StoredArchive>>;
}

/** The backup store's files, as they are downloaded and sent back. A failure of the store throws. */
export interface BackupFiles {
  /** @returns null when there is no such file. */
  open(key: string): Promise<ReadableStream<Uint8Array> | null>;
  /**
   * Keeps an archive that its owner sends, whole or not at all.
   * @returns its key: it names the account, so that no other finds it.
   * @throws AppError archive_too_large above `maxBytes`.
   */
  putUpload(accountId: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string>;
  remove(key: string): Promise<void>;
}

/** Keeps who asked for credentials, for the account's owners to see. */
export interface CredentialLog {
  /** @param now UTC ms. */
  record(request: {
    now: number;
    viewer: Viewer;
    kind: Extract<AuditKind, `credentials_${string}`>;
    client: ClientInfo;
  }): Promise<void>;
}
