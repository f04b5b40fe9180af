import type { InstanceFacts } from '#app/domain/instance/state.ts';

export const START = 1_800_000_000_000;
export const DAY_MS = 86_400_000;

export function facts(changes: Partial<InstanceFacts> = {}): InstanceFacts {
  return {
    workspaceId: 'wks_1',
    accountId: 'acc_ada',
    name: 'ada',
    ownerEmail: 'ada@example.com',
    timezone: 'Europe/Berlin',
    version: '1.115.3',
    limits: { concurrentExecutions: 5, memoryMib: 320, cpuMillicores: 10, logRetentionDays: 7 },
    trialEndsAt: START + 14 * DAY_MS,
    ...changes,
  };
}
