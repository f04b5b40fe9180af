import type { Role } from '#app/domain/access/roles.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import type { RestoreOutcome, RestorePreview, RestoreSource } from '#app/domain/backup/restore.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { ConfigurationChange } from '#app/domain/instance/machine/events.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { InstanceView, Usage } from '#app/domain/instance/view.ts';
import type { KeyUse } from '#app/domain/keys/key-use.ts';

/** Who opens the workspace; travels inside the signed, single-use link. */
export interface OpenLinkRequest {
  accountId: string;
  email: string;
  name: string;
  role: Role;
  /** Where in the workspace to arrive; a local path. */
  path?: string;
  /** The template to arrive at instead; an id that is none leads to the start. */
  templateId?: string;
}

/** Whose workspace is set, and to what. */
export interface ConfigurationRequest {
  accountId: string;
  change: ConfigurationChange;
  releases: readonly Release[];
}

/** Whose workspace's credentials go into a backup, and what encrypts them. */
export interface CredentialBackupRequest {
  accountId: string;
  passphrase: string;
}

/** What of an archive a person restores. */
export interface RestoreChoice {
  workflowIds: readonly string[];
  /** Opens the archive's credentials, which are restored first; null leaves them out. */
  passphrase: string | null;
}

/** Whose workspace is restored, and from which archive. */
export interface RestorePreviewRequest {
  accountId: string;
  source: RestoreSource;
}

export interface RestoreRequest extends RestorePreviewRequest, RestoreChoice {}

/** An archive in the backup store. */
export interface StoredArchive {
  key: string;
  bytes: number;
  /** Its name when it is downloaded: letters, digits, dots and hyphens. */
  fileName: string;
  hasCredentials: boolean;
}

/** Errors cross RPC as values: a thrown one would lose its class. */
export type RpcResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: ErrorCode; field?: keyof ConfigurationChange };

/** The workspaces' objects, by workspace id. Each method called on one is one object call; all throw when it is down. */
export type WorkspaceObjects<Methods extends keyof WorkspaceRpc = keyof WorkspaceRpc> = (
  workspaceId: string,
) => Pick<WorkspaceRpc, Methods>;

/**
 * The RPC contract of a workspace's object: the object implements it, and use cases, Worker and tests call it. While
 * operations are disabled, what would change, restart or copy a workspace is refused with operations_disabled.
 */
export interface WorkspaceRpc {
  /**
   * Takes the account's facts as the database knows them; the first ones begin an instance. Repeating it is harmless, and
   * older facts are ignored. Refused when the workspace is another account's.
   * @param version of a new instance; an existing one keeps its own.
   */
  receiveFacts(facts: InstanceFacts, version: string): Promise<RpcResult<InstanceView>>;
  /** @returns null when nothing was provisioned under this id, or the account is not this workspace's. */
  view(accountId: string): Promise<InstanceView | null>;
  overview(accountId: string): Promise<InstanceOverview | null>;
  configure(request: ConfigurationRequest): Promise<RpcResult<InstanceView>>;
  restart(accountId: string): Promise<RpcResult<InstanceView>>;
  openLink(request: OpenLinkRequest): Promise<RpcResult<{ url: string }>>;
  /**
   * Checks the token by which a workspace speaks for one of its people (docs/cluster.md, "Into the portal").
   * @returns whose workspace it is and for whom it speaks, who may be no member any more; signature_invalid for any
   *   token but a genuine one, made just now.
   */
  verifyCall(token: string): Promise<RpcResult<{ accountId: string; email: string }>>;
  /**
   * This month's usage, for the workspace that asks; the Worker has checked its credential. forbidden once it is deleted,
   * no_usage_yet before the first reading.
   */
  limits(): Promise<RpcResult<Usage>>;
  /**
   * Ends what sessions a person has in the workspace itself; repeating it is harmless. Where none can be, it is done.
   * workspace_not_online when there may be some and the process does not run. @throws when the process does not answer.
   */
  signOut(request: { accountId: string; email: string }): Promise<RpcResult<null>>;
  /**
   * Sends the workspace a person's role; null once they left. Repeating it is harmless. Answers as {@link signOut} does.
   * @throws when the process does not answer.
   */
  setPerson(request: { accountId: string; email: string; role: Role | null }): Promise<RpcResult<null>>;
  /** Closes the live connections that were opened as `listener`, and those that it is about to open. */
  closeLive(listener: string): Promise<void>;
  /** @returns null when there is no such instance of this account. */
  listBackups(accountId: string): Promise<BackupList | null>;
  /** Begins a backup, and answers at once; while one runs, its id is the answer. */
  startBackup(accountId: string): Promise<RpcResult<{ id: string }>>;
  /**
   * Begins a backup that holds the credentials too; the passphrase is kept nowhere. Refuses backup_under_way while another
   * backup runs, credentials_unavailable.
   */
  startBackupWithCredentials(request: CredentialBackupRequest): Promise<RpcResult<{ id: string }>>;
  findBackup(request: { accountId: string; backupId: string }): Promise<RpcResult<StoredArchive>>;
  /**
   * Compares an archive with the workspace; changes nothing. Refuses backup_not_found, archive_invalid, archive_too_large,
   * archive_newer, backups_unavailable.
   */
  previewRestore(request: RestorePreviewRequest): Promise<RpcResult<RestorePreview>>;
  /**
   * Adds or replaces the chosen workflows, after a backup of what is there. One at a time. The credentials come first, so
   * that a wrong passphrase changes nothing. Refuses as `previewRestore` does; no_credentials, passphrase_wrong and
   * credentials_not_restored before a workflow is changed; only_credentials_restored when the backup fails then;
   * restore_failed when the workspace took not all workflows.
   */
  restore(request: RestoreRequest): Promise<RpcResult<RestoreOutcome>>;
  /** @param incarnation whose final backup is asked for; the Worker has checked the token. */
  findFinalBackup(incarnation: number): Promise<RpcResult<StoredArchive>>;
  /** The gateway got no proper answer from the cluster: probe now rather than at the next schedule. */
  reportUnreachable(): Promise<InstanceView | null>;
  /** Reconciliation: probe the cluster again and send the database a summary. @returns whether it exists. */
  reconcile(): Promise<boolean>;
  /**
   * Seals the workspace's keys with the newest version of the master key; repeating it is harmless.
   * @param restart whether a running process that has an older version's key is restarted for a new one.
   * @returns what still needs an older version; null when nothing does. @throws KeyUnavailable.
   */
  renewKeys(request: { restart: boolean }): Promise<KeyUse | null>;
  /** Sandbox only: moves this workspace's time forward, through each date on the way; refused elsewhere. */
  advanceClock(advanceMs: number): Promise<RpcResult<InstanceView>>;
}
