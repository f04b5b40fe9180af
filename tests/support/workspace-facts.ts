import type { InstanceFacts } from '#app/domain/instance/state.ts';

/** Facts of the paying workspace of that name, on a small plan. */
export function workspaceFacts(name: string, changes: Partial<InstanceFacts> = {}): InstanceFacts {
  return {
    workspaceId: `wks_${name}`,
    accountId: `acc_${name}`,
    name,
    ownerEmail: `owner@${name}.example`,
    timezone: 'Etc/UTC',
    limits: {
      monthlyExecutions: 1_000,
      activeWorkflows: 5,
      concurrentExecutions: 5,
      memoryMib: 896,
      cpuMillicores: 150,
      logRetentionDays: 7,
    },
    entitlement: { kind: 'active' },
    clusterId: 'local',
    factsRevision: 1,
    ...changes,
  };
}
