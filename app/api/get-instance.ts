import { instance, instanceExample, requireLiveInstance, toInstance } from './answers/instance.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** Spec §7: 404 before the workspace exists, and once it is deleted. */
export const getInstance = defineCall('GET /instance', {
  who: caller('workspace:view', 'unconfirmed-too'),
  answers: { 200: json(instance, instanceExample) },
  refusals: ['workspace_not_found'],
  handle: async ({ context, viewer }) =>
    toInstance(context.portal, await requireLiveInstance(context, viewer), viewer),
});
