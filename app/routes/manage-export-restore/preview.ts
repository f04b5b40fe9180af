import type { Viewer } from '#app/domain/access/viewer.ts';
import type { CredentialChoice, RestorePreview, RestoreSource } from '#app/domain/backup/restore.ts';
import { uploadKey } from '#app/domain/backup/upload.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { isInfrastructureFailure } from '#app/http/error-response.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { previewRestore, requireCredentialAccess } from '#app/use-cases/backups/manage-backups.ts';

/** @returns the archive in the page's address. @throws AppError backup_not_found when it names none. */
export function restoreSourceOf(request: Request, viewer: Viewer): RestoreSource {
  const { searchParams } = new URL(request.url);
  const [backupId, upload] = [searchParams.get('backup'), searchParams.get('upload')];
  if (backupId) return { kind: 'backup', backupId };
  const key = upload && uploadKey(viewer.account.id, upload);
  if (key) return { kind: 'upload', key };
  throw new AppError('backup_not_found');
}

/** @returns a restore's preview, or why it is not possible. */
export async function previewForPage(context: RequestContext, viewer: Viewer, source: RestoreSource) {
  try {
    const preview = await previewRestore(context.services, viewer, source);
    return { preview, failure: null, status: 200 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isInfrastructureFailure(error)) context.reportError(error);
    return { preview: null, failure: error.code, status: error.status };
  }
}

/** @returns whether to ask the viewer for the passphrase of an archive's credentials, or why not. */
export function credentialChoiceOf(
  { services }: RequestContext,
  viewer: Viewer,
  preview: RestorePreview | null,
): CredentialChoice {
  if (!preview?.hasCredentials) return 'none';
  try {
    requireCredentialAccess(services, viewer);
    return 'ask';
  } catch (error) {
    return error instanceof AccessUnconfirmed ? 'unconfirmed' : 'owners-only';
  }
}
