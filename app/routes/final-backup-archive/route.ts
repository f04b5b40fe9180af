import { anyone } from '#app/http/admission.ts';
import { archiveAnswer } from '#app/http/download-answer.ts';
import { page } from '#app/http/handlers.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { openFinalBackup } from '#app/use-cases/backups/manage-backups.ts';

/** The file behind /final-backup: the token is enough to open it. */
export const loader = page(anyone, async ({ request, context }) =>
  archiveAnswer(await openFinalBackup(context.services, linkTokenOf(request) ?? '')),
);
