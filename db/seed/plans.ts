import type { Client } from '@libsql/client';
import { LATEST_PLAN_VERSION, type PlanGroup, type PlanId } from '../../app/domain/plan/plan.ts';

interface PlanSeed {
  id: PlanId;
  displayName: string;
  group: PlanGroup;
  executions: number;
  workflows: number;
  concurrency: number;
  memoryMib: number;
  cpuMillicores: number;
  logRetentionDays: number;
}

const LEGACY_VERSION = 1;

/**
 * Memory and CPU of the plans, in MiB and thousandths of a core: what n8n needs, as measured (docs/engine.md, "Sizes").
 * The CPU is what a pod gets on a node that is full: with less than 110 a start takes longer than the portal polls.
 */
const sizes = {
  small: { memoryMib: 896, cpuMillicores: 150 },
  medium: { memoryMib: 1_024, cpuMillicores: 150 },
  large: { memoryMib: 1_280, cpuMillicores: 200 },
  huge: { memoryMib: 4_096, cpuMillicores: 400 },
} as const;

// Log retention is spec §9. A custom plan's row holds what its quotas start from.
export const plans: readonly PlanSeed[] = [
  plan('trial-1', 'Trial', 'trial', 1_000, 5, 5, 'small', 7),
  plan('starter', 'Starter', 'opt-in', 2_500, 5, 5, 'small', 7),
  plan('pro-1', 'Pro', 'opt-in', 10_000, 15, 20, 'medium', 30),
  plan('pro-2', 'Pro', 'opt-in', 50_000, 50, 50, 'large', 30),
  plan('custom', 'Enterprise', 'enterprise', 10_000, 20, 50, 'huge', 30),
  plan('power', 'Power', 'legacy', 50_000, 50, 50, 'large', 30),
  plan('large', 'Large', 'legacy', 250_000, 500, 50, 'huge', 30),
];

/** Writes every plan, replacing what differs; harmless to repeat, and two at once write the same. */
export async function seedPlans(client: Client): Promise<void> {
  await client.batch(
    plans.map((seed) => ({
      sql: `INSERT INTO plans (id, display_name, plan_group, version, slug, monthly_executions_limit,
          active_workflows_limit, concurrent_executions_limit, memory_mib, cpu_millicores, log_retention_days)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name, plan_group = excluded.plan_group,
          version = excluded.version, slug = excluded.slug,
          monthly_executions_limit = excluded.monthly_executions_limit,
          active_workflows_limit = excluded.active_workflows_limit,
          concurrent_executions_limit = excluded.concurrent_executions_limit, memory_mib = excluded.memory_mib,
          cpu_millicores = excluded.cpu_millicores, log_retention_days = excluded.log_retention_days`,
      args: [
        seed.id,
        seed.displayName,
        seed.group,
        seed.group === 'legacy' ? LEGACY_VERSION : LATEST_PLAN_VERSION,
        seed.id,
        seed.executions,
        seed.workflows,
        seed.concurrency,
        seed.memoryMib,
        seed.cpuMillicores,
        seed.logRetentionDays,
      ],
    })),
    'write',
  );
}

function plan(
  id: PlanId,
  displayName: string,
  group: PlanGroup,
  executions: number,
  workflows: number,
  concurrency: number,
  size: keyof typeof sizes,
  logRetentionDays: number,
): PlanSeed {
  return {
    id,
    displayName,
    group,
    executions,
    workflows,
    concurrency,
    ...sizes[size],
    logRetentionDays,
  };
}
