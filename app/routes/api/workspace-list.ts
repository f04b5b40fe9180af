import { viewerFor } from '#app/domain/access/viewer.ts';
import { orElse, privately } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';

/**
 * `GET /workspace/{username}` (spec §7), the owner's user name being the workspace's too. Whoever is no member of it
 * gets the empty list, as for a name that nobody has.
 */
export const loader = api(anyone, async ({ params, context }) => {
  const state = await context.viewer();
  const viewer = viewerFor(state, 'workspace:view');
  const found =
    viewer === null
      ? []
      : await orElse('workspaces_not_loaded', () =>
          context.services.workspaceList.named(params.username ?? '', viewer.user.id),
        );
  const list = found.map(({ name, status }) => ({ name, url: workspaceUrl(context.portal, name), status }));
  return Response.json(list, { headers: privately });
});

export const action = refuseMethod('GET, HEAD');
