import { can } from '#app/domain/access/roles.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { api } from '#app/http/handlers.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';

/** `GET /instance` (spec §7): the workspace's status and what it runs; 404 while there is none. */
export const loader = api(async ({ context }) => {
  const state = await context.viewer();
  if (state.kind === 'anonymous') throw new AppError('not_signed_in');
  if (state.kind === 'expired') throw new AppError('session_expired');
  const { viewer } = state;
  if (!can(viewer.role, 'workspace:view')) throw new AppError('forbidden');
  const instance = await context.services.instances
    .view({ id: viewer.workspace.id, accountId: viewer.account.id })
    .catch((cause: unknown) => {
      throw new AppError('workspace_status_unavailable', { cause });
    });
  if (!instance) throw new AppError('workspace_not_found');
  return Response.json({ ...instance, url: workspaceUrl(context.portal, instance.name) });
});
