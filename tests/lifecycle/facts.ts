import type { Entitlement } from '#app/domain/instance/entitlement.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';

export const CLUSTER = 'eu-1';

/** @returns the account's facts as the database sends them. */
export function factsOf(
  entitlement: Entitlement,
  { limit, paidMax, factsRevision }: { limit: number; paidMax: number; factsRevision: number },
): InstanceFacts {
  return {
    workspaceId: 'wks_1',
    accountId: 'acc_ada',
    name: 'ada',
    ownerEmail: 'ada@example.com',
    timezone: 'Etc/UTC',
    limits: {
      monthlyExecutions: limit,
      activeWorkflows: 5,
      concurrentExecutions: 5,
      memoryMib: limit > 1_000 ? 1_024 : 896,
      cpuMillicores: 150,
      logRetentionDays: 7,
    },
    clusterId: CLUSTER,
    entitlement,
    ...(paidMax > 0 && {
      overage: { maxExecutions: paidMax, unitPrice: { amount: 800, currency: 'USD' } },
    }),
    factsRevision,
  };
}

/** @returns the releases of n8n, all of this time, UTC ms. */
export function releasesOf(createdAt: number): Release[] {
  return ['1.0.0', '1.1.0', '2.0.0', '2.1.0', '2.2.0'].map((name) => ({
    name,
    createdAt,
    hasBreakingChange: name === '2.0.0',
    hasSecurityFix: false,
  }));
}
