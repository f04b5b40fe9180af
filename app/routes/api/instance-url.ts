import { AppError } from '#app/domain/errors/app-error.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { isFromAnotherSite } from '#app/http/foreign-navigation.ts';
import { api } from '#app/http/handlers.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';

/**
 * `GET /instance/url` (spec §7): the single-use link that signs the caller in to their workspace. Another site could not
 * read it, and does not have it made either.
 */
export const loader = api(caller('workspace:open'), async ({ request, context, viewer }) => {
  if (isFromAnotherSite(request)) throw new AppError('foreign_origin');
  return Response.json(await openWorkspace(context.services, viewer));
});

export const action = refuseMethod('GET, HEAD');
