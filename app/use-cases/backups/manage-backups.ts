import type { RecordedAct } from '#app/domain/access/audit.ts';
import { holds } from '#app/domain/access/grants.ts';
import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import type { RestoreOutcome, RestorePreview, RestoreSource } from '#app/domain/backup/restore.ts';
import { uploadName } from '#app/domain/backup/upload.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import { type Actor, type RecordPorts, recordActs } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { countUpload, type UploadPorts } from '../throttle/count-upload.ts';
import { callObject, unwrap } from '../workspace/call-object.ts';
import type { ObjectPorts } from '../workspace/rpc.ts';
import type { RestoreChoice, StoredArchive } from '../workspace/rpc-requests.ts';

/** Larger than the archive of any but the very largest workspace. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;

type Files = Pick<Services, 'backupFiles'>;

/** Dependencies of the final backup's link in the deletion mail. */
export type FinalBackupPorts = ObjectPorts<'findFinalBackup'> & Pick<Services, 'readFinalBackupToken'>;

/** An archive to download. */
export interface OpenArchive {
  content: ReadableStream<Uint8Array>;
  bytes: number;
  fileName: string;
}

/** Any member: lists the backups, and the progress of the running one. @returns null before the workspace exists. */
export function listBackups(ports: ObjectPorts<'listBackups'>, viewer: Viewer): Promise<BackupList | null> {
  requirePermission(viewer, 'workspace:view');
  return ports.workspaceObject(viewer.workspace.id).listBackups(viewer.account.id);
}

/**
 * A person who can export: starts a backup.
 * @returns its id, or the id of the running backup.
 * @throws AppError forbidden, workspace_not_found, workspace_not_online, backups_unavailable; backup_under_way while a backup with
 *   credentials runs, which the person cannot open.
 */
export async function beginBackup(
  ports: ObjectPorts<'startBackup'> & RecordPorts,
  { viewer, client }: Actor,
): Promise<{ id: string }> {
  requirePermission(viewer, 'backup:export');
  await record(ports, { viewer, client }, { kind: 'backup_requested' });
  const object = ports.workspaceObject(viewer.workspace.id);
  const canHaveCredentials = holds(viewer, 'backup:credentials');
  return callObject('backups_unavailable', () => object.startBackup(viewer.account.id, canHaveCredentials));
}

/**
 * A role with access to credentials: starts a backup with them, encrypted under a passphrase that is stored nowhere.
 * @throws AccessUnconfirmed; AppError forbidden, workspace_not_found, workspace_not_online, backup_under_way,
 *   credentials_unavailable, backups_unavailable.
 */
export async function beginCredentialBackup(
  ports: ObjectPorts<'startBackupWithCredentials'> & RecordPorts,
  { viewer, client }: Actor,
  passphrase: string,
): Promise<{ id: string }> {
  requireCredentialAccess(ports, viewer);
  await record(ports, { viewer, client }, { kind: 'credentials_backup_requested' });
  const object = ports.workspaceObject(viewer.workspace.id);
  const request = { accountId: viewer.account.id, passphrase };
  return callObject('backups_unavailable', () => object.startBackupWithCredentials(request));
}

/**
 * Requires a person who can have credentials, and who recently proved their identity.
 * @throws AccessUnconfirmed; AppError forbidden.
 */
export function requireCredentialAccess(ports: { clock: Clock }, viewer: Viewer): void {
  requirePermission(viewer, 'backup:export');
  requirePermission(viewer, 'backup:credentials');
  requireRecentProof(ports, viewer);
}

/**
 * A person who can export: opens a backup's archive. An archive with credentials needs the permission for those too.
 * @throws AppError forbidden, backup_not_found, backup_running while the backup runs, backups_unavailable.
 */
export async function openBackup(
  ports: ObjectPorts<'findBackup' | 'listBackups'> & Files & RecordPorts,
  { viewer, client }: Actor,
  backupId: string,
): Promise<OpenArchive> {
  requirePermission(viewer, 'backup:export');
  const accountId = viewer.account.id;
  const object = () => ports.workspaceObject(viewer.workspace.id);
  const archive = await reach(() => object().findBackup({ accountId, backupId }));
  if (!archive.ok && archive.code === 'backup_not_found') {
    const list = await reach(() => object().listBackups(accountId));
    if (list?.running?.id === backupId) throw new AppError('backup_running');
  }
  const found = unwrap(archive);
  // Also when encrypted: anyone with the file can try passphrases without limit.
  if (found.hasCredentials) requirePermission(viewer, 'backup:credentials');
  await record(ports, { viewer, client }, { kind: 'backup_downloaded', subject: found.fileName });
  return openArchive(ports, found);
}

/** Anyone with the link of the deletion mail: opens the final backup. @throws AppError backup_not_found, backups_unavailable. */
export async function openFinalBackup(ports: FinalBackupPorts & Files, token: string): Promise<OpenArchive> {
  return openArchive(ports, await findFinalBackup(ports, token));
}

/** Finds the final backup for `openFinalBackup`, without opening its archive. */
export async function findFinalBackup(ports: FinalBackupPorts, token: string): Promise<StoredArchive> {
  // Before any call to an object: a call to an unknown object would create it.
  const opens = ports.readFinalBackupToken(token);
  if (!opens) throw new AppError('backup_not_found');
  const object = ports.workspaceObject(opens.workspaceId);
  return callObject('backups_unavailable', () => object.findFinalBackup(opens.incarnation));
}

/**
 * A role that can export: uploads an archive, which is kept until a restore or its expiry.
 * @param content the archive's bytes, streamed and never held as a whole.
 * @param announcedBytes the size that the sender announces; null without one, which counts as the maximum.
 * @param reloadViewer who the sender is after the upload, which takes as long as they like; null when their session or token ended.
 * @returns the name under which the account finds the archive.
 * @throws AppError forbidden, workspace_not_found, workspace_not_online, archive_too_large, uploads_used_up,
 *   backups_unavailable.
 */
export async function keepUpload(
  ports: ObjectPorts<'expectUpload'> & Files & UploadPorts & RecordPorts,
  { viewer, client }: Actor,
  content: ReadableStream<Uint8Array>,
  announcedBytes: number | null,
  reloadViewer: () => Promise<Viewer | null>,
): Promise<string> {
  requirePermission(viewer, 'backup:export');
  const { id } = viewer.account;
  await record(ports, { viewer, client }, { kind: 'archive_upload_requested' });
  const object = ports.workspaceObject(viewer.workspace.id);
  await callObject('backups_unavailable', () => object.expectUpload(id));
  await reach(() => countUpload(ports, id, Math.min(announcedBytes ?? UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES)));
  const key = await reach(() => ports.backupFiles.putUpload(id, content, UPLOAD_MAX_BYTES));
  const sender = await reach(reloadViewer);
  if (sender?.account.id === id && holds(sender, 'backup:export')) return uploadName(key);
  await reach(() => ports.backupFiles.remove(key));
  throw new AppError('forbidden');
}

/**
 * A person who can export: previews what a restore would change, without changing anything.
 * @throws AppError forbidden, workspace_not_online, backup_not_found, archive_invalid, archive_too_large, archive_newer,
 *   backups_unavailable.
 */
export async function previewRestore(
  ports: ObjectPorts<'previewRestore'>,
  viewer: Viewer,
  source: RestoreSource,
): Promise<RestorePreview> {
  requirePermission(viewer, 'backup:export');
  const object = ports.workspaceObject(viewer.workspace.id);
  return callObject('backups_unavailable', () =>
    object.previewRestore({ accountId: viewer.account.id, source }),
  );
}

/**
 * A person who can export: adds or replaces the chosen workflows, or each that differs, after a backup of the current ones. A
 * passphrase also restores the archive's credentials, before the workflows, and needs the permission for
 * credentials. Then the object deletes an uploaded archive.
 *
 * @throws AccessUnconfirmed; AppError forbidden, no_workflow_chosen, workspace_not_online, backup_not_found,
 *   archive_invalid, archive_too_large, archive_newer, no_credentials, invalid_form for a wrong passphrase,
 *   credentials_not_restored, restore_failed, workflows_refused once all others are restored.
 */
export async function restoreWorkflows(
  ports: ObjectPorts<'restore'> & RecordPorts,
  { viewer, client }: Actor,
  source: RestoreSource,
  { workflowIds, passphrase }: RestoreChoice,
): Promise<RestoreOutcome> {
  requirePermission(viewer, 'backup:export');
  if (passphrase !== null) {
    requireCredentialAccess(ports, viewer);
    await record(ports, { viewer, client }, { kind: 'credentials_restore_requested' });
  } else if (workflowIds?.length === 0) throw new AppError('no_workflow_chosen');
  if (workflowIds?.length !== 0) await record(ports, { viewer, client }, { kind: 'restore_requested' });
  const object = ports.workspaceObject(viewer.workspace.id);
  const request = { accountId: viewer.account.id, source, workflowIds, passphrase };
  const restored = await withErrorCode('restore_failed', () => object.restore(request));
  if (!restored.ok && restored.code === 'passphrase_wrong')
    throw new AppError('invalid_form', { fields: { passphrase: fieldError('passphrase_wrong') } });
  return unwrap(restored);
}

async function openArchive(
  { backupFiles }: Files,
  { key, bytes, fileName }: StoredArchive,
): Promise<OpenArchive> {
  const content = await reach(() => backupFiles.open(key));
  // The list has the archive, so its absence is a fault of the store, which an operator has to examine.
  if (!content) throw new AppError('backups_unavailable', { cause: new Error(`${key} is missing.`) });
  return { content, bytes, fileName };
}

function record(ports: RecordPorts, actor: Actor, act: RecordedAct): Promise<void> {
  return recordActs(ports, actor, 'backups_unavailable', [act]);
}

function reach<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return withErrorCode('backups_unavailable', ask);
}
