import { goBackToEarlierVersion } from '#app/use-cases/workspace/configure-workspace.ts';
import { changingInstance, notChangeable, toInstance } from './answers/instance.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Goes back to the version and data before the last update (docs/updates.md). */
export const goBack = defineCall('PUT /instance/go-back', {
  who: caller('workspace:configure'),
  answers: { 202: changingInstance('go_back') },
  refusals: [...notChangeable, 'workspace_pending', 'going_back_unavailable'],
  handle: async ({ context, viewer, actor }) =>
    toInstance(context.portal, await goBackToEarlierVersion(context.services, actor), viewer),
});
