import { z } from 'zod';
import { archiveAnswer } from '#app/http/download-answer.ts';
import { openBackup } from '#app/use-cases/backups/manage-backups.ts';
import { caller, defineCall } from './plumbing/call.ts';

/** Spec §7: the archive; 409 while the backup is running, 404 for another account's. */
export const getExport = defineCall('GET /export/{id}', {
  who: caller('backup:export'),
  parameters: { id: { schema: z.string(), example: 'bkp_2LqW8eRt6yUi0OpZ' } },
  answers: { 200: { content: { mediaType: 'application/zip' } } },
  refusals: ['workspace_not_found', 'backup_not_found', 'backup_running'],
  handle: async ({ context, actor, params }) =>
    archiveAnswer(await openBackup(context.services, actor, params.id ?? '')),
});
