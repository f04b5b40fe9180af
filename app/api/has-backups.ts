import { listBackups } from '#app/use-cases/backups/manage-backups.ts';
import { AppError, caller, defineCall, noContent, withErrorCode } from './plumbing/call.ts';

/** Spec §7: 204 when there is a backup, else 404. */
export const hasBackups = defineCall('HEAD /export/has-backups', {
  who: caller('workspace:view'),
  answers: { 204: noContent },
  refusals: ['backup_not_found'],
  async handle({ context, viewer }) {
    const list = await withErrorCode('backups_unavailable', () => listBackups(context.services, viewer));
    if (!list?.backups.length) throw new AppError('backup_not_found');
  },
});
