import { PAGE_ACCOUNT } from '#app/domain/access/page-account.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { openMultipartFile } from '#app/http/multipart-file.ts';
import { refuseOtherAccount } from '#app/http/page-account.ts';
import { keepUpload, UPLOAD_MAX_BYTES } from '#app/use-cases/backups/manage-backups.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';

/** Headers and boundaries around the file. */
const MAX_FORM_BYTES = 64 * 1024;
/** A refused upload is read up to here, so that the sender gets the reason. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Streams a posted archive into storage. @returns the upload's name within the account.
 * @throws AppError forbidden for a sender whose session or role ended meanwhile, archive_missing, archive_too_large, uploads_used_up, malformed_body, unsupported_media_type,
 *   workspace_not_found, workspace_not_online, backups_unavailable, page_of_other_account.
 */
export async function readUpload(
  request: Request,
  { services, reloadViewer }: RequestContext,
  actor: Actor,
): Promise<string> {
  const file = await openMultipartFile(request, 'archive');
  try {
    refuseOtherAccount(request, file.fields.get(PAGE_ACCOUNT) ?? null);
    if (file.fileName === '') throw new AppError('archive_missing');
    const length = request.headers.get('Content-Length');
    if (Number(length ?? 0) > UPLOAD_MAX_BYTES + MAX_FORM_BYTES) throw new AppError('archive_too_large');
    const bytes = length === null ? null : Number(length);
    return await keepUpload(services, actor, file.content, bytes, async () => {
      const state = await reloadViewer();
      return state.kind === 'signed-in' ? state.viewer : null;
    });
  } finally {
    await file.discardRest(MAX_DISCARDED_BYTES);
  }
}
