import type { BackupList } from '#app/domain/backup/backup.ts';
import type { RestoreOutcome, RestorePreview } from '#app/domain/backup/restore.ts';
import type { PaymentOutcome } from '#app/domain/billing/payment.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { FieldRefusalCode } from '#app/domain/errors/field-errors.ts';
import type { HeldDetail, HeldList, HeldSettings } from '#app/domain/held-webhooks/held-request.ts';
import type { ConfigurationChange } from '#app/domain/instance/machine/events.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { InstanceView, Usage } from '#app/domain/instance/view.ts';
import type { KeyReport } from '#app/domain/keys/key-use.ts';
import type { ExecutionPage } from '#app/domain/usage/executions.ts';
import type { UsageReport } from '#app/domain/usage/report.ts';
import type {
  HeldChoice,
  HeldFilter,
  HeldSelection,
  HoldAnswer,
  HoldRequest,
  LearntAnswer,
} from './held-rpc.ts';
import type {
  ConfigurationRequest,
  ExecutionsRequest,
  OpenLinkRequest,
  PersonRoleRequest,
  RestorePreviewRequest,
  RestoreRequest,
  SavedSettings,
  SignOutRequest,
  StoredArchive,
  UpdateState,
  UsageReportRequest,
} from './rpc-requests.ts';

/** Errors cross RPC as values: thrown ones lose their class. */
export type RpcResult<T> = { ok: true; value: T } | RpcRefusal;

/** A refusal, by its code. `field`: the form's field that is the reason; its error has the same code. */
export type RpcRefusal =
  | { ok: false; code: ErrorCode; field?: undefined }
  | { ok: false; code: FieldRefusalCode; field: keyof ConfigurationChange };

/** The workspaces' objects, by workspace id. Each method is one object call, and throws when the object is down. */
export type WorkspaceObjects<Methods extends keyof WorkspaceRpc = keyof WorkspaceRpc> = (
  workspaceId: string,
) => Pick<WorkspaceRpc, Methods>;

/** The dependency of a use case that calls these methods. */
export interface ObjectPorts<Methods extends keyof WorkspaceRpc> {
  workspaceObject: WorkspaceObjects<Methods>;
}

/**
 * The RPC contract of a workspace's object: the object implements it, and use cases, Worker and tests call it. While
 * operations are disabled, calls that change, restart or copy a workspace are refused with operations_disabled.
 */
export interface WorkspaceRpc {
  /**
   * Receives the account's facts from the database; the first facts create an instance with the newest stable
   * release. Idempotent; ignores older facts. Refused if the workspace belongs to another account.
   * @throws when there is no release to begin with.
   */
  receiveFacts(facts: InstanceFacts, changedAt?: number): Promise<RpcResult<InstanceView>>;
  /** @returns null without an instance, and for another account's workspace. */
  view(accountId: string): Promise<InstanceView | null>;
  overview(accountId: string): Promise<InstanceOverview | null>;
  /**
   * Reads a month's executions from the workspace; while it does not answer, returns the last reading.
   * @returns null without an instance, for another account's workspace, and after the deletion.
   */
  usageReport(request: UsageReportRequest): Promise<UsageReport | null>;
  /** Reads executions from the workspace; workspace_not_online while it does not run. @throws when it does not answer. */
  executions(request: ExecutionsRequest): Promise<RpcResult<ExecutionPage>>;
  /**
   * Saves settings immediately, except another version: it is rehearsed on a copy first, and applied if it breaks no active
   * workflow. Refuses what the state machine refuses, and update_under_way while another version is rehearsed.
   */
  saveSettings(request: ConfigurationRequest): Promise<RpcResult<SavedSettings>>;
  /** @returns null without an instance, and for another account's workspace. */
  readUpdate(accountId: string): Promise<UpdateState | null>;
  restart(accountId: string): Promise<RpcResult<InstanceView>>;
  /** Reverts to the version and data from before the last update; refuses going_back_unavailable after a day. */
  goBack(accountId: string): Promise<RpcResult<InstanceView>>;
  openLink(request: OpenLinkRequest): Promise<RpcResult<{ url: string }>>;
  /**
   * This month's usage, for the workspace itself; the Worker has verified its credential. Refuses forbidden
   * after the workspace's deletion, no_usage_yet before the first reading.
   */
  limits(): Promise<RpcResult<Usage>>;
  /**
   * Ends a person's sessions in the workspace itself. Idempotent. Succeeds if no session can exist, and while the workspace is
   * not Online: its process learns of this before it admits anyone. Refuses workspace_not_online if too many changes wait for
   * that.
   * @throws when the process does not answer.
   */
  signOut(request: SignOutRequest): Promise<RpcResult<null>>;
  /** Sends the workspace a person's role. Idempotent. Answers as {@link signOut}. @throws when the process does not answer. */
  setPerson(request: PersonRoleRequest): Promise<RpcResult<null>>;
  /** Closes the live connections of a listener, and those that are about to open. */
  closeLive(listener: string): Promise<void>;
  /** Announces a payment on the live connections of the account's billing contacts. */
  announcePayment(outcome: PaymentOutcome): Promise<void>;
  /** @returns null without an instance, and for another account's workspace. */
  listBackups(accountId: string): Promise<BackupList | null>;
  /**
   * Starts a backup without waiting for it; returns the id of a running one. Refuses backup_under_way while one with credentials
   * runs, for a person who cannot have them.
   */
  startBackup(accountId: string, canHaveCredentials: boolean): Promise<RpcResult<{ id: string }>>;
  /**
   * Starts a backup that includes the credentials; the passphrase is never stored. Refuses backup_under_way while another
   * backup runs, credentials_unavailable.
   */
  startBackupWithCredentials(request: {
    accountId: string;
    passphrase: string;
  }): Promise<RpcResult<{ id: string }>>;
  findBackup(request: { accountId: string; backupId: string }): Promise<RpcResult<StoredArchive>>;
  /** Before an upload, which only an Online workspace can restore: arms the alarm that deletes it a day later. */
  expectUpload(accountId: string): Promise<RpcResult<null>>;
  /**
   * Compares an archive with the workspace; changes nothing. Refuses backup_not_found, archive_invalid, archive_too_large,
   * archive_newer, backups_unavailable.
   */
  previewRestore(request: RestorePreviewRequest): Promise<RpcResult<RestorePreview>>;
  /**
   * Adds or replaces the chosen workflows, and the credentials before them, after a backup of the current ones. Restores run
   * one at a time. Refuses as `previewRestore` does, and no_credentials, passphrase_wrong and credentials_not_restored before
   * a workflow is changed; restore_failed when the workspace did not accept all workflows.
   */
  restore(request: RestoreRequest): Promise<RpcResult<RestoreOutcome>>;
  /** @param incarnation of the final backup; the Worker has verified the token. */
  findFinalBackup(incarnation: number): Promise<RpcResult<StoredArchive>>;
  /** Reports that the gateway got no usable answer from the cluster; the object probes immediately. */
  reportUnreachable(): Promise<InstanceView | null>;
  /** For reconciliation: probes the cluster again and sends the database a summary. @returns whether there is an instance. */
  reconcile(): Promise<boolean>;
  /**
   * Seals the workspace's keys with the newest version of the object's master key. Idempotent.
   * @param restart whether to restart a running process that has a key of an older version.
   * @throws KeyUnavailable.
   */
  resealKeys(request: { restart: boolean }): Promise<KeyReport>;
  /** Sandbox only: moves this workspace's time forward, stopping at each due date; refused elsewhere. */
  advanceClock(advanceMs: number): Promise<RpcResult<InstanceView>>;
  /**
   * Holds a webhook that got no proper answer. The answer `held` means that the request is durably stored.
   * @throws when the object is down.
   */
  hold(request: HoldRequest): Promise<HoldAnswer>;
  /** Learns answers that the gateway saw on paths where they were unknown, or different. */
  learnAnswers(answers: readonly LearntAnswer[]): Promise<void>;
  /** Refuses workspace_not_found. */
  listHeld(filter: HeldFilter): Promise<RpcResult<HeldList>>;
  /** Refuses held_request_not_found, also for another account's request. */
  findHeld(request: { accountId: string; id: string }): Promise<RpcResult<HeldDetail>>;
  /** @returns all held requests with their stored content, a line of JSON each. Refuses workspace_not_found. */
  archiveHeld(request: { accountId: string }): Promise<RpcResult<ReadableStream<Uint8Array>>>;
  /**
   * Replays waiting requests now, and retries failed ones. Refuses held_request_not_found for an unknown id,
   * and held_content_gone if a request's content is no longer stored; then nothing changes.
   * @returns how many are replayed; by path, only those whose content is stored.
   */
  replayHeld(selection: HeldSelection): Promise<RpcResult<{ count: number }>>;
  /** Drops waiting and failed requests, and deletes their content. Refuses held_request_not_found for an unknown id. */
  dropHeld(selection: HeldSelection): Promise<RpcResult<{ count: number }>>;
  /** Changes the given settings. Refuses workspace_not_found. */
  setHeldChoice(choice: HeldChoice): Promise<RpcResult<HeldSettings>>;
}
