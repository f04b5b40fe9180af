import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';

/** `GET /instance/url` (spec §7): the single-use link that signs the caller in to their workspace. */
export const loader = api(caller('workspace:open'), async ({ context, viewer }) => {
  return Response.json(await openWorkspace(context.services, viewer));
});

export const action = refuseMethod('GET, HEAD');
