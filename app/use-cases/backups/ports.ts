import type { BackupList } from '#app/domain/backup/backup.ts';
import type { RestoreOutcome, RestorePreview, RestoreSource } from '#app/domain/backup/restore.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { WorkspaceReference } from '../workspace/ports.ts';

type Answer<T> = { ok: true; value: T } | { ok: false; code: ErrorCode };

/** An archive in the backup store. */
interface StoredArchive {
  key: string;
  bytes: number;
  /** What it is called when it is downloaded: letters, digits, dots and hyphens. */
  fileName: string;
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
  /** Refuses workspace_not_found, backup_not_found. */
  archive(workspace: WorkspaceReference, backupId: string): Promise<Answer<StoredArchive>>;
  /**
   * Compares an archive with the workspace, byte for byte; changes nothing.
   * Refuses workspace_not_found, workspace_not_online, backup_not_found, archive_invalid, archive_too_large,
   * backups_unavailable.
   */
  preview(workspace: WorkspaceReference, source: RestoreSource): Promise<Answer<RestorePreview>>;
  /**
   * Adds or replaces the chosen workflows of an archive, after a backup of what is there; without any difference
   * nothing is done. Refuses as `preview` does, and restore_failed when the workspace took not all of it.
   */
  restore(
    workspace: WorkspaceReference,
    source: RestoreSource,
    workflowIds: readonly string[],
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
