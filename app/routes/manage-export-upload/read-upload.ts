import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { openMultipartFile } from '#app/http/multipart-file.ts';
import { keepUpload, UPLOAD_MAX_BYTES } from '#app/use-cases/backups/manage-backups.ts';

/** What a form puts around a file. */
const FORM_MAX_BYTES = 64 * 1024;
/** Above what an upload may have, and still read to its end so that the sender hears why it was refused. */
const DISCARDED_MAX_BYTES = 64 * 1024 * 1024;

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
