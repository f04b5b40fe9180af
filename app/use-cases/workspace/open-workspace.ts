import { requirePermission } from '#app/domain/access/require-permission.ts';
import { owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { callObject } from './call-object.ts';
import type { ObjectPorts } from './rpc.ts';

/**
 * For members: creates the single-use link, valid for 60 s, that signs them in to their workspace (spec §7 `GET
 * /instance/url`).
 * @param askedAt the instant before the viewer was read, UTC ms: a role or a removal after it voids the link's.
 * @param templateId the template to open, from the visitor; an invalid id opens the workspace's start page.
 * @returns the link, on the workspace's host.
 * @throws AppError forbidden, workspace_not_online, workspace_status_unavailable; second_factor_needed, since some pages are
 *   open without the required factor.
 */
export async function openWorkspace(
  ports: ObjectPorts<'openLink'>,
  viewer: Viewer,
  askedAt: number,
  templateId?: string,
): Promise<{ url: string }> {
  requirePermission(viewer, 'workspace:open');
  if (owesSecondFactor(viewer)) throw new AppError('second_factor_needed');
  return callObject('workspace_status_unavailable', () =>
    ports.workspaceObject(viewer.workspace.id).openLink({
      accountId: viewer.account.id,
      email: viewer.user.email,
      name: viewer.user.name,
      role: viewer.role,
      at: askedAt,
      ...(templateId === undefined ? {} : { templateId }),
    }),
  );
}

/** For the owner of a ready workspace: ends the setup (spec §2, "Launching: … a start button"). */
export async function launchWorkspace(
  ports: Pick<Services, 'clock' | 'onboarding'>,
  viewer: Viewer,
): Promise<void> {
  await ports.onboarding.finishStep('launchedAt', viewer.account.id, ports.clock.now());
}
