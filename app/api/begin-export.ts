import { z } from 'zod';
import { beginBackup } from '#app/use-cases/backups/manage-backups.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** Spec §7: starts a backup; while one is running, answers with its id. */
export const beginExport = defineCall('POST /export/workflows', {
  who: caller('backup:export'),
  answers: {
    202: json(z.strictObject({ id: z.string().startsWith('bkp_') }), { id: 'bkp_2LqW8eRt6yUi0OpZ' }),
  },
  refusals: ['workspace_not_found', 'workspace_not_online'],
  handle: ({ context, actor }) => beginBackup(context.services, actor),
});
