import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';

/** An Online workspace on a trial, with `changes` applied. */
export function instanceView(changes: Partial<InstanceView> = {}): InstanceView {
  return {
    workspaceId: 'wks_1',
    accountId: 'acc_1',
    name: 'ada',
    status: InstanceStatus.Online,
    cause: null,
    notice: null,
    since: 0,
    version: { name: '1.115.3' },
    timezone: 'Etc/UTC',
    saveExecutions: { manual: true, failed: true, successful: true },
    ownerEmail: 'ada@analytical.example',
    trialEndsAt: null,
    trialDaysLeft: null,
    deletionAt: null,
    finalBackupUntil: null,
    forcedUpdate: null,
    goBack: null,
    limits: { executions: 1_000, activeWorkflows: 5 },
    usage: null,
    revision: 1,
    ...changes,
  };
}
