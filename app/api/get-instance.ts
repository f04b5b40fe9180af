import { caller } from '#app/http/admission.ts';
import { instance, instanceExample, requireLiveInstance, toInstance } from './answers/instance.ts';
import { defineCall, json } from './plumbing/define-call.ts';

/** Spec §7: 404 while there is none, and once it is deleted. */
export const getInstance = defineCall('getInstance', 'GET /instance', {
  who: caller('workspace:view', 'unconfirmed-too'),
  answers: { 200: json(instance, instanceExample) },
  refusals: ['workspace_not_found'],
  handle: async ({ context, viewer }) =>
    toInstance(context.portal, await requireLiveInstance(context, viewer)),
});
