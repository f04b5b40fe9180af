import type { Client } from '@libsql/client';
import {
  LATEST_PLAN_VERSION,
  type PlanGroup,
  type PlanId,
  type SupportTier,
  UNLIMITED,
} from '../../app/domain/plan/plan.ts';
import { featuresByPlan } from '../../app/domain/plan/plan-features.ts';
import { planFigures } from '../../app/domain/plan/plan-figures.ts';

const LEGACY_VERSION = 1;

/** The plans whose accounts can pay for more executions. Smaller plans' accounts pay less with the next plan. */
const plansWithOverage: readonly PlanId[] = ['pro-1', 'pro-2', 'custom'];

// No row has the group enterprise: each agreement gets a separate row (docs/decisions/billing.md, "Enterprise").
export const seededPlans = [
  plan('trial-1', 'Trial', 'trial', 'forum'),
  plan('starter', 'Starter', 'opt-in', 'forum'),
  plan('pro-1', 'Pro 10k', 'opt-in', 'standard'),
  plan('pro-2', 'Pro 50k', 'opt-in', 'standard'),
  plan('custom', 'Custom', 'opt-in', 'dedicated'),
  plan('power', 'Power', 'legacy', 'standard'),
  plan('large', 'Large', 'legacy', 'standard'),
];

/** Writes every plan and replaces what differs. Idempotent; concurrent runs write the same. */
export async function seedPlans(client: Client): Promise<void> {
  await client.batch(
    seededPlans.map((seed) => {
      const row = rowOf(seed);
      const columns = Object.keys(row);
      return {
        sql: `INSERT INTO plans (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
          ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
        args: Object.values(row),
      };
    }),
    'write',
  );
}

function rowOf(seed: (typeof seededPlans)[number]) {
  return {
    id: seed.id,
    display_name: seed.displayName,
    plan_group: seed.group,
    version: seed.group === 'legacy' ? LEGACY_VERSION : LATEST_PLAN_VERSION,
    slug: seed.id,
    monthly_executions_limit: seed.executions,
    active_workflows_limit: seed.activeWorkflows,
    concurrent_executions_limit: seed.concurrentExecutions,
    memory_mib: seed.memoryMib,
    cpu_millicores: seed.cpuMillicores,
    log_retention_days: seed.logRetentionDays,
    // No plan limits users or credentials.
    credentials_limit: UNLIMITED,
    support_tier: seed.supportTier,
    license_features: JSON.stringify({ 'quota:users': UNLIMITED }),
    enabled_features: JSON.stringify(featuresByPlan[seed.id]),
    user_management_enabled: 1,
    allow_custom_quotas: seed.id === 'custom' ? 1 : 0,
    sells_overage: plansWithOverage.includes(seed.id) ? 1 : 0,
  };
}

function plan(id: PlanId, displayName: string, group: PlanGroup, supportTier: SupportTier) {
  return { id, displayName, group, supportTier, ...planFigures[id] };
}
