import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { holds } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import type { RestoreOutcome, RestorePreview, RestoreSource } from '#app/domain/backup/restore.ts';
import { uploadName } from '#app/domain/backup/upload.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { countUpload, type UploadPorts } from '../throttle/count-upload.ts';
import type {
  RestoreChoice,
  RpcResult,
  StoredArchive,
  WorkspaceObjects,
  WorkspaceRpc,
} from '../workspace/rpc.ts';

/** More than an archive of any but the very largest workspace has. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;

interface Objects<Methods extends keyof WorkspaceRpc> {
  workspaceObject: WorkspaceObjects<Methods>;
}

type Files = Pick<Services, 'backupFiles'>;

/** What credentials are asked for with. */
type CredentialPorts = Pick<Services, 'clock' | 'credentialLog'>;

/** What the link in the mail about a deletion needs. */
export type FinalBackupPorts = Objects<'findFinalBackup'> & Pick<Services, 'readFinalBackupToken'>;

/** An archive as it is sent. */
export interface OpenArchive {
  content: ReadableStream<Uint8Array>;
  bytes: number;
  fileName: string;
}

/**
 * Any member: what backups there are, and what becomes of the one under way.
 * @returns null while there is no workspace.
 */
export function listBackups(ports: Objects<'listBackups'>, viewer: Viewer): Promise<BackupList | null> {
  if (!holds(viewer, 'workspace:view')) throw new AppError('forbidden');
  return ports.workspaceObject(viewer.workspace.id).listBackups(viewer.account.id);
}

/**
 * Who may export: begins a backup.
 * @returns its id; that of the one under way when there is one.
 * @throws AppError forbidden, workspace_not_found, workspace_not_online, backups_unavailable.
 */
export async function beginBackup(ports: Objects<'startBackup'>, viewer: Viewer): Promise<{ id: string }> {
  refuseUnlessExporter(viewer);
  const object = ports.workspaceObject(viewer.workspace.id);
  return unwrap(await reach(() => object.startBackup(viewer.account.id)));
}

/**
 * Who may have credentials: begins a backup that holds them, encrypted under a passphrase that is kept nowhere.
 * @returns its id.
 * @throws AccessUnconfirmed; AppError forbidden, workspace_not_found, workspace_not_online, backup_under_way,
 *   credentials_unavailable, backups_unavailable.
 */
export async function beginCredentialBackup(
  ports: Objects<'startBackupWithCredentials'> & CredentialPorts,
  viewer: Viewer,
  passphrase: string,
  client: ClientInfo,
): Promise<{ id: string }> {
  requireCredentialAccess(ports, viewer);
  await reach(() =>
    ports.credentialLog.record({
      now: ports.clock.now(),
      viewer,
      kind: 'credentials_backup_requested',
      client,
    }),
  );
  const object = ports.workspaceObject(viewer.workspace.id);
  const request = { accountId: viewer.account.id, passphrase };
  return unwrap(await reach(() => object.startBackupWithCredentials(request)));
}

/**
 * Who may have credentials, and proved a moment ago who they are.
 * @throws AccessUnconfirmed; AppError forbidden.
 */
export function requireCredentialAccess(ports: { clock: Clock }, viewer: Viewer): void {
  refuseUnlessExporter(viewer);
  if (!holds(viewer, 'backup:credentials')) throw new AppError('forbidden');
  requireRecentProof(ports, viewer);
}

/**
 * Who may export: opens a backup's archive; one with credentials, who may have those.
 * @throws AppError forbidden, backup_not_found, backup_running while it is still being made, backups_unavailable.
 */
export async function openBackup(
  ports: Objects<'findBackup' | 'listBackups'> & Files,
  viewer: Viewer,
  backupId: string,
): Promise<OpenArchive> {
  refuseUnlessExporter(viewer);
  const accountId = viewer.account.id;
  const object = () => ports.workspaceObject(viewer.workspace.id);
  const archive = await reach(() => object().findBackup({ accountId, backupId }));
  if (!archive.ok && archive.code === 'backup_not_found') {
    const list = await reach(() => object().listBackups(accountId));
    if (list?.running?.id === backupId) throw new AppError('backup_running');
  }
  const found = unwrap(archive);
  // Encrypted or not: anyone with the file can try passphrases on it for as long as they like.
  if (found.hasCredentials && !holds(viewer, 'backup:credentials')) throw new AppError('forbidden');
  return opened(ports, found);
}

/**
 * Anyone with the link of the mail about a deletion: opens the final backup.
 * @throws AppError backup_not_found, backups_unavailable.
 */
export async function openFinalBackup(ports: FinalBackupPorts & Files, token: string): Promise<OpenArchive> {
  return opened(ports, await findFinalBackup(ports, token));
}

/** As `openFinalBackup`, without opening it. */
export async function findFinalBackup(ports: FinalBackupPorts, token: string): Promise<StoredArchive> {
  // Read before an object is called: naming one that does not exist would create it.
  const opens = await reach(() => ports.readFinalBackupToken(token));
  if (!opens) throw new AppError('backup_not_found');
  const object = ports.workspaceObject(opens.workspaceId);
  return unwrap(await reach(() => object.findFinalBackup(opens.incarnation)));
}

/**
 * Who may export: keeps an archive of their own until it is restored or too old.
 * @param content its bytes as they arrive; it is never held as a whole.
 * @param announcedBytes what its sender says that comes; null when nothing was said, which counts as the most.
 * @returns the name under which the account finds it again.
 * @throws AppError forbidden, archive_too_large, uploads_used_up, backups_unavailable.
 */
export async function keepUpload(
  ports: Files & UploadPorts,
  viewer: Viewer,
  content: ReadableStream<Uint8Array>,
  announcedBytes: number | null,
): Promise<string> {
  refuseUnlessExporter(viewer);
  const { id } = viewer.account;
  await reach(() => countUpload(ports, id, Math.min(announcedBytes ?? UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES)));
  return uploadName(await reach(() => ports.backupFiles.putUpload(id, content, UPLOAD_MAX_BYTES)));
}

/**
 * Who may export: what restoring would change; nothing is changed yet.
 * @throws AppError forbidden, workspace_not_online, backup_not_found, archive_invalid, archive_too_large, archive_newer,
 *   backups_unavailable.
 */
export async function previewRestore(
  ports: Objects<'previewRestore'>,
  viewer: Viewer,
  source: RestoreSource,
): Promise<RestorePreview> {
  refuseUnlessExporter(viewer);
  const object = ports.workspaceObject(viewer.workspace.id);
  return unwrap(await reach(() => object.previewRestore({ accountId: viewer.account.id, source })));
}

/**
 * Who may export: adds or replaces the chosen workflows, after a backup of what is there. Who may have credentials gives
 * a passphrase as well, and the archive's credentials come first. An uploaded archive is done with then.
 *
 * @throws AccessUnconfirmed; AppError forbidden, no_workflow_chosen, workspace_not_online, backup_not_found,
 *   archive_invalid, archive_too_large, archive_newer, no_credentials, invalid_form for a passphrase that is wrong,
 *   credentials_not_restored, only_credentials_restored, restore_failed.
 */
export async function restoreWorkflows(
  ports: Objects<'restore'> & Files & CredentialPorts & { reportError(error: unknown): void },
  viewer: Viewer,
  source: RestoreSource,
  { workflowIds, passphrase, client }: RestoreChoice & { client: ClientInfo },
): Promise<RestoreOutcome> {
  refuseUnlessExporter(viewer);
  if (passphrase !== null) {
    requireCredentialAccess(ports, viewer);
    await reach(() =>
      ports.credentialLog.record({
        now: ports.clock.now(),
        viewer,
        kind: 'credentials_restore_requested',
        client,
      }),
    );
  } else if (workflowIds.length === 0) throw new AppError('no_workflow_chosen');
  const restored = await ports
    .workspaceObject(viewer.workspace.id)
    .restore({ accountId: viewer.account.id, source, workflowIds, passphrase })
    .catch((cause: unknown) => {
      throw new AppError('restore_failed', { cause });
    });
  if (!restored.ok && restored.code === 'passphrase_wrong')
    throw new AppError('invalid_form', { fields: { passphrase: fieldError('passphrase_wrong') } });
  const outcome = unwrap(restored);
  if (source.kind === 'upload') await ports.backupFiles.remove(source.key).catch(ports.reportError);
  return outcome;
}

async function opened({ backupFiles }: Files, { key, bytes, fileName }: StoredArchive): Promise<OpenArchive> {
  const content = await reach(() => backupFiles.open(key));
  // The list says that it is there: what is missing is the store's, and to be looked after.
  if (!content) throw new AppError('backups_unavailable', { cause: new Error(`${key} is missing.`) });
  return { content, bytes, fileName };
}

function refuseUnlessExporter(viewer: Viewer): void {
  if (!holds(viewer, 'backup:export')) throw new AppError('forbidden');
}

function unwrap<Value>(answer: RpcResult<Value>): Value {
  if (!answer.ok) throw new AppError(answer.code);
  return answer.value;
}

async function reach<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('backups_unavailable', { cause });
  }
}
