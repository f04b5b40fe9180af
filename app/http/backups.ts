import { json } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import type {
  CredentialChoice,
  RestoreOutcome,
  RestorePreview,
  RestoreSource,
} from '#app/domain/backup/restore.ts';
import { uploadKey } from '#app/domain/backup/upload.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import {
  keepUpload,
  listBackups,
  type OpenArchive,
  previewRestore,
  requireCredentialAccess,
  UPLOAD_MAX_BYTES,
} from '#app/use-cases/backups/manage-backups.ts';
import { contentDisposition } from './content-disposition.ts';
import type { RequestContext } from './load-context.ts';
import { openMultipartFile } from './multipart-file.ts';

/** What a form puts around a file. */
const FORM_MAX_BYTES = 64 * 1024;
/** Above what an upload may have, and still read to its end so that the sender hears why it was refused. */
const DISCARDED_MAX_BYTES = 64 * 1024 * 1024;

/** What a form about backups gets back when it was refused. */
export interface BackupRefusal {
  failure: ErrorCode;
}

/**
 * The one object call of /manage/export. Its failure is no reason to show no page.
 * @returns null when the backups cannot be had now, or there is no workspace yet.
 */
export async function readBackups(context: RequestContext, viewer: Viewer): Promise<BackupList | null> {
  try {
    return await listBackups(context.services, viewer);
  } catch (error) {
    context.reportError(error);
    return null;
  }
}

/** What a restore's page shows: the preview, or why there is none. */
export async function previewForPage(
  context: RequestContext,
  viewer: Viewer,
  source: RestoreSource,
): Promise<
  | { preview: RestorePreview; failure: null; status: 200 }
  | { preview: null; failure: ErrorCode; status: number }
> {
  try {
    const preview = await previewRestore(context.services, viewer, source);
    return { preview, failure: null, status: 200 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.status >= 500) context.reportError(error);
    return { preview: null, failure: error.code, status: error.status };
  }
}

/** @returns whether this person is asked for the passphrase of an archive's credentials, or why they are not. */
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

/** @returns why a form was refused, for its page to say. @throws what is not the form's to answer. */
export function refusedBackup(context: RequestContext, error: unknown) {
  if (!(error instanceof AppError)) throw error;
  if (error.status >= 500) context.reportError(error);
  const headers: HeadersInit =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
  return json<BackupRefusal>({ failure: error.code }, { status: error.status, headers });
}

/** @returns an archive as a download: never shown, never kept by a cache. */
export function archiveAnswer({ content, bytes, fileName }: OpenArchive): Response {
  return new Response(content, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': String(bytes),
      'Content-Disposition': contentDisposition(fileName),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/**
 * Takes in an archive that a form sends, as it arrives.
 * @returns the name under which the account finds it again.
 * @throws AppError archive_missing, archive_too_large, uploads_used_up, malformed_body, unsupported_media_type, backups_unavailable.
 */
export async function readUpload(
  request: Request,
  { services }: RequestContext,
  viewer: Viewer,
): Promise<string> {
  const file = await openMultipartFile(request, 'archive');
  try {
    if (file.fileName === '') throw new AppError('archive_missing');
    const length = request.headers.get('Content-Length');
    if (Number(length ?? 0) > UPLOAD_MAX_BYTES + FORM_MAX_BYTES) throw new AppError('archive_too_large');
    return await keepUpload(services, viewer, file.content, length === null ? null : Number(length));
  } finally {
    await file.discardRest(DISCARDED_MAX_BYTES);
  }
}

/** @returns what a page is to compare with the workspace. @throws AppError backup_not_found when it names nothing. */
export function restoreSourceOf(request: Request, viewer: Viewer): RestoreSource {
  const { searchParams } = new URL(request.url);
  const [backupId, upload] = [searchParams.get('backup'), searchParams.get('upload')];
  if (backupId) return { kind: 'backup', backupId };
  const key = upload && uploadKey(viewer.account.id, upload);
  if (key) return { kind: 'upload', key };
  throw new AppError('backup_not_found');
}

/** A restore's figures in the address of the list, which tells them once. */
export function outcomeQuery({ added, changed, unchanged, credentials }: RestoreOutcome): string {
  return new URLSearchParams(
    Object.entries({ added, changed, unchanged, credentials: Number(credentials) }).map(([name, count]) => [
      name,
      String(count),
    ]),
  ).toString();
}

/** @returns what `outcomeQuery` wrote; null for anything else. */
export function outcomeOf(request: Request): RestoreOutcome | null {
  const { searchParams } = new URL(request.url);
  const [added, changed, unchanged] = ['added', 'changed', 'unchanged'].map((name) => {
    const text = searchParams.get(name) ?? '';
    return /^\d{1,5}$/.test(text) ? Number(text) : null;
  });
  if (added == null || changed == null || unchanged == null) return null;
  return { added, changed, unchanged, credentials: searchParams.get('credentials') === '1' };
}
