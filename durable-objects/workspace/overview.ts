import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import type { BackupPorts } from './backups.ts';

/** @returns what the dashboard and the status screen show of a workspace. */
export function overviewOf(
  { store, clock, backupRows }: Pick<BackupPorts, 'store' | 'clock' | 'backupRows'>,
  view: InstanceView,
): InstanceOverview {
  const lastBackupAt = backupRows.all()[0]?.takenAt ?? null;
  return { view, usageByDay: store.usageByDay(), history: store.history(), lastBackupAt, now: clock.now() };
}
