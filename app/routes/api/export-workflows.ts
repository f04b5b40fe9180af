import { privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseBody, refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { beginBackup } from '#app/use-cases/backups/manage-backups.ts';

/** `POST /export/workflows` (spec §7): begins a backup, 202 `{id}`; while one is made, it is the one that answers. */
export const action = api(
  caller('backup:export'),
  async ({ request, context, viewer }) => {
    await refuseBody(request);
    return Response.json(await beginBackup(context.services, viewer), { status: 202, headers: privately });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
