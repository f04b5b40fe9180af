import { holds } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import type { WorkspaceObjects } from './rpc.ts';

/**
 * Any member: makes the single-use link, good for 60 s, that signs them in to their workspace (spec §7 `GET
 * /instance/url`).
 *
 * @param templateId the template to arrive at, as the visitor gave it; one that is none leads to the workspace's start.
 * @returns the link, on the workspace's own host.
 * @throws AppError forbidden, workspace_not_online.
 */
export async function openWorkspace(
  ports: { workspaceObject: WorkspaceObjects<'openLink'> },
  viewer: Viewer,
  templateId?: string,
): Promise<{ url: string }> {
  if (!holds(viewer, 'workspace:open')) throw new AppError('forbidden');
  const link = await ports.workspaceObject(viewer.workspace.id).openLink({
    accountId: viewer.account.id,
    email: viewer.user.email,
    name: viewer.user.name,
    role: viewer.role,
    ...(templateId === undefined ? {} : { templateId }),
  });
  if (!link.ok) throw new AppError(link.code);
  return link.value;
}

/** The owner, when the workspace is ready: ends the set-up (spec §2, "Launching: … a start button"). */
export async function launchWorkspace(
  ports: Pick<Services, 'clock' | 'onboarding'>,
  viewer: Viewer,
): Promise<void> {
  await ports.onboarding.markLaunched({ now: ports.clock.now(), accountId: viewer.account.id });
}
