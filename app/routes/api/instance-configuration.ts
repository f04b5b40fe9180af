import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { configurationBody } from '#app/http/api-bodies/instance.ts';
import { api } from '#app/http/handlers.ts';
import { instanceAnswer } from '#app/http/instance.ts';
import { configureWorkspace } from '#app/use-cases/workspace/configure-workspace.ts';

/**
 * `PUT /instance/configuration` (spec §7): what is left out stays as it is. A client that sends back what it got has
 * a `status` in it, which is taken out; anything else that is no setting is refused by its name.
 */
export const action = api(
  caller('workspace:configure'),
  async ({ request, context, viewer }) => {
    const change = parseBody(configurationBody, await readJsonObject(request));
    const instance = await configureWorkspace(context.services, viewer, change);
    return Response.json(instanceAnswer(context.portal, instance), { status: 202 });
  },
  { methods: 'PUT' },
);

export const loader = refuseMethod('PUT');
