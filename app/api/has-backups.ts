import { listBackups } from '#app/use-cases/backups/manage-backups.ts';
import { AppError, caller, defineCall, noContent } from './plumbing/call.ts';

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
