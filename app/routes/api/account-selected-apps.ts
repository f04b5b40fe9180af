import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { selectedAppsBody } from '#app/http/api-bodies/set-up.ts';
import { api } from '#app/http/handlers.ts';
import { selectApps } from '#app/use-cases/onboarding/select-apps.ts';

/** `POST /account/selected-apps` (spec §7): the catalogue's names; replaces what was chosen before. */
export const action = api(
  caller('account:setup'),
  async ({ request, context, viewer }) => {
    const { apps } = parseBody(selectedAppsBody, await readJsonObject(request));
    await selectApps(context.services, viewer, apps);
    return Response.json({});
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
