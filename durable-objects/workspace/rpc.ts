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
import type { StoredArchive } from './backups.ts';

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

/** Whose workspace's credentials go into a backup, and what encrypts them. */
export interface CredentialBackupRequest {
  accountId: string;
  passphrase: string;
}

/** Errors cross RPC as values: a thrown one would lose its class. */
export type RpcResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: ErrorCode; field?: keyof ConfigurationChange };

/** What the Worker may ask of a workspace's object. */
export interface WorkspaceRpc {
  /**
   * What the database knows of the account; also what begins an instance. Repeating it is harmless, an older telling is
   * ignored. Refused when the workspace is another account's.
   * @param version what a new instance starts with; one that is there keeps its own.
   */
  tell(facts: InstanceFacts, version: string): Promise<RpcResult<InstanceView>>;
  /** @returns null when nothing was provisioned under this id, or the account is not this workspace's. */
  view(accountId: string): Promise<InstanceView | null>;
  overview(accountId: string): Promise<InstanceOverview | null>;
  configure(request: {
    accountId: string;
    change: ConfigurationChange;
    releases: readonly Release[];
  }): Promise<RpcResult<InstanceView>>;
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
   * no_usage_yet before it first told.
   */
  limits(): Promise<RpcResult<Usage>>;
  /**
   * Ends what sessions a person has in the workspace itself; repeating it is harmless. Where none can be, it is done.
   * workspace_not_online when there may be some and the process does not run. @throws when the process does not answer.
   */
  signOut(request: { accountId: string; email: string }): Promise<RpcResult<null>>;
  /**
   * Tells the workspace a person's role; null once they left. Repeating it is harmless. Answers as {@link signOut} does.
   * @throws when the process does not answer.
   */
  setPerson(request: { accountId: string; email: string; role: Role | null }): Promise<RpcResult<null>>;
  /** Closes the live connections that were opened as `listener`, and those that it is about to open. */
  closeLive(listener: string): Promise<void>;
  /** @returns null when there is no such instance of this account. */
  listBackups(accountId: string): Promise<BackupList | null>;
  /** Begins a backup, and answers at once; while one runs, its id is the answer. */
  startBackup(accountId: string): Promise<RpcResult<{ id: string }>>;
  /** Begins a backup that holds the credentials too; refuses while another backup runs. The passphrase is kept nowhere. */
  startBackupWithCredentials(request: CredentialBackupRequest): Promise<RpcResult<{ id: string }>>;
  findBackup(request: { accountId: string; backupId: string }): Promise<RpcResult<StoredArchive>>;
  /** Compares an archive with the workspace; changes nothing. */
  previewRestore(request: { accountId: string; source: RestoreSource }): Promise<RpcResult<RestorePreview>>;
  /** Adds or replaces the chosen workflows, after a backup of what is there. One at a time. */
  restore(request: {
    accountId: string;
    source: RestoreSource;
    workflowIds: readonly string[];
    /** Opens the archive's credentials, which are restored first; null leaves them out. */
    passphrase: string | null;
  }): Promise<RpcResult<RestoreOutcome>>;
  /** @param life whose final backup is asked for; the Worker has checked that whoever asks may have it. */
  findFinalBackup(life: number): Promise<RpcResult<StoredArchive>>;
  /** The gateway got no proper answer from the cluster: look now rather than at the next schedule. */
  reportUnreachable(): Promise<InstanceView | null>;
  /** Reconciliation: look at the cluster again and tell the database how things are. @returns whether it exists. */
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
