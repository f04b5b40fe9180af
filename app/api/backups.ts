import { z } from 'zod';
import { archiveAnswer } from '#app/http/download-answer.ts';
import { beginBackup, listBackups, openBackup } from '#app/use-cases/backups/manage-backups.ts';
import { AppError, caller, defineCall, json, noContent } from './plumbing/call.ts';

/** Spec §7: 204 when there is a backup, else 404. */
export const hasBackups = defineCall('HEAD /export/has-backups', {
  who: caller('workspace:view'),
  answers: { 204: noContent },
  refusals: ['backup_not_found'],
  failure: 'backups_unavailable',
  async handle({ context, viewer }) {
    const list = await listBackups(context.services, viewer);
    if (!list?.backups.length) throw new AppError('backup_not_found');
  },
});

/** Spec §7: starts a backup; while one is running that the person can open, answers with its id. */
export const beginExport = defineCall('POST /export/workflows', {
  who: caller('backup:export'),
  answers: {
    202: json(z.strictObject({ id: z.string().startsWith('bkp_') }), { id: 'bkp_2LqW8eRt6yUi0OpZ' }),
  },
  refusals: ['workspace_not_found', 'workspace_not_online', 'backup_under_way'],
  handle: ({ context, actor }) => beginBackup(context.services, actor),
});

/** Spec §7: the archive; 409 while the backup is running, 404 for another account's. */
export const getExport = defineCall('GET /export/{id}', {
  who: caller('backup:export'),
  parameters: { id: { schema: z.string(), example: 'bkp_2LqW8eRt6yUi0OpZ' } },
  answers: { 200: { content: { mediaType: 'application/zip' } } },
  refusals: ['workspace_not_found', 'backup_not_found', 'backup_running'],
  handle: async ({ context, actor, params }) =>
    archiveAnswer(await openBackup(context.services, actor, params.id ?? '')),
});
