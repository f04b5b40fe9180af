import { member } from '#app/http/admission.ts';
import { archiveAnswer } from '#app/http/download-answer.ts';
import { page } from '#app/http/handlers.ts';
import { openBackup } from '#app/use-cases/backups/manage-backups.ts';

/** A backup's archive. Another account's backup is not found, like an unknown one. */
export const loader = page(member('backup:export'), async ({ params, context, actor }) =>
  archiveAnswer(await openBackup(context.services, actor, params.backupId ?? '')),
);
