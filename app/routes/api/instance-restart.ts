import { caller } from '#app/http/admission.ts';
import { refuseBody, refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { instanceAnswer } from '#app/http/instance.ts';
import { restartWorkspace } from '#app/use-cases/workspace/configure-workspace.ts';

/** `PUT /instance/restart` (spec §7): takes no body; 409 while Pending and when Stopped. */
export const action = api(
  caller('workspace:configure'),
  async ({ request, context, viewer }) => {
    await refuseBody(request);
    const instance = await restartWorkspace(context.services, viewer);
    return Response.json(instanceAnswer(context.portal, instance), { status: 202 });
  },
  { methods: 'PUT' },
);

export const loader = refuseMethod('PUT');
