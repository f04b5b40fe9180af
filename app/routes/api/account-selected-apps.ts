import { z } from 'zod';
import { selectedAppsSchema } from '#app/domain/account/selected-apps.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { selectApps } from '#app/use-cases/onboarding/select-apps.ts';

const bodySchema = z
  .strictObject({
    apps: z.array(z.string({ error: fieldError('app_unknown') }), { error: fieldError('apps_required') }),
  })
  .pipe(selectedAppsSchema);

/** `POST /account/selected-apps` (spec §7): the catalogue's names; replaces what was chosen before. */
export const action = api(
  caller('account:setup'),
  async ({ request, context, viewer }) => {
    const { apps } = parseBody(bodySchema, await readJsonObject(request));
    await selectApps(context.services, viewer, apps);
    return Response.json({});
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
