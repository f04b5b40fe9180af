import { restartWorkspace } from '#app/use-cases/workspace/configure-workspace.ts';
import { changingInstance, notChangeable, toInstance } from './answers/instance.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Spec §7: 409 while Pending and when Stopped. */
export const restartInstance = defineCall('PUT /instance/restart', {
  who: caller('workspace:configure'),
  answers: { 202: changingInstance('restart') },
  refusals: [...notChangeable, 'workspace_pending'],
  handle: async ({ context, viewer, actor }) =>
    toInstance(context.portal, await restartWorkspace(context.services, actor), viewer),
});
