import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { archiveAnswer } from '#app/http/backups.ts';
import { api } from '#app/http/handlers.ts';
import { openBackup } from '#app/use-cases/backups/manage-backups.ts';

/** `GET /export/{id}` (spec §7): the archive; 409 while it is being made, 404 for another account's. */
export const loader = api(caller('backup:export'), async ({ params, context, viewer }) =>
  archiveAnswer(await openBackup(context.services, viewer, params.id ?? '')),
);

export const action = refuseMethod('GET, HEAD');
