import type { Viewer } from '#app/domain/access/viewer.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import type { RequestContext } from './load-context.ts';

/**
 * A page's one call of the workspace's object. Its failure is no reason to show no page: the page says that the
 * status is missing, and the failure is reported.
 *
 * @returns null when there is none yet, or it cannot be had now.
 */
export async function readInstance(context: RequestContext, viewer: Viewer): Promise<InstanceView | null> {
  try {
    return await context.services.instances.view({ id: viewer.workspace.id, accountId: viewer.account.id });
  } catch (error) {
    context.reportError(error);
    return null;
  }
}
