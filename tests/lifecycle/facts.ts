import type { Entitlement } from '#app/domain/instance/entitlement.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { facts } from '#tests/unit/instance/facts.ts';

export const CLUSTER = 'eu-1';

/** @returns the account's facts as the database sends them. */
export function factsOf(
  entitlement: Entitlement,
  { limit, paidMax, factsRevision }: { limit: number; paidMax: number; factsRevision: number },
): InstanceFacts {
  const { limits, ...rest } = facts({ clusterId: CLUSTER, entitlement, factsRevision });
  return {
    ...rest,
    limits: { ...limits, monthlyExecutions: limit, memoryMib: limit > 1_000 ? 1_024 : limits.memoryMib },
    ...(paidMax > 0 && {
      overage: { maxExecutions: paidMax, unitPrice: { amount: 800, currency: 'USD' } },
    }),
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
