import { AppError } from '#app/domain/errors/app-error.ts';
import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { listBackups } from '#app/use-cases/backups/manage-backups.ts';

/** `HEAD /export/has-backups` (spec §7): 204 when there is a backup, else 404. */
export const loader = api(caller('workspace:view'), async ({ context, viewer }) => {
  const list = await orElse('backups_unavailable', () => listBackups(context.services, viewer));
  if (!list?.backups.length) throw new AppError('backup_not_found');
  return new Response(null, { status: 204, headers: privately });
});

export const action = refuseMethod('GET, HEAD');
