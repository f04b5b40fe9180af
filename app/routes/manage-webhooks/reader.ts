import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { HeldList } from '#app/domain/held-webhooks/held-request.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { listHeldWebhooks } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import type { ListFilter } from './filter.ts';

/**
 * The single object call of /manage/webhooks. Its failure is reported and does not fail the page.
 * @returns null when the list cannot be read now, or there is no workspace yet.
 */
export async function readHeldWebhooks(
  context: RequestContext,
  viewer: Viewer,
  { path, state, cursor }: ListFilter,
): Promise<HeldList | null> {
  try {
    return await listHeldWebhooks(context.services, viewer, {
      path: path ?? undefined,
      state: state ?? undefined,
      cursor: cursor ?? undefined,
    });
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'workspace_not_found';
    if (!isMissing) context.reportError(error);
    return null;
  }
}
