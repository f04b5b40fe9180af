import type { PlanId } from './plan.ts';

/**
 * Memory and CPU of the plans, in MiB and thousandths of a core: what n8n needs, as measured (docs/engine.md, "Sizes").
 * A pod gets this CPU on a full node: with less than 110, a start takes longer than the portal polls.
 */
const sizes = {
  small: { memoryMib: 896, cpuMillicores: 150 },
  medium: { memoryMib: 1_024, cpuMillicores: 150 },
  large: { memoryMib: 1_280, cpuMillicores: 200 },
  huge: { memoryMib: 4_096, cpuMillicores: 400 },
} as const;

/** The limits of each plan. Log retention is spec §9. A custom plan has the minimum of its quotas. */
export const planFigures = {
  'trial-1': figures(1_000, 5, 5, 'small', 7),
  starter: figures(2_500, 5, 5, 'small', 7),
  'pro-1': figures(10_000, 15, 20, 'medium', 30),
  'pro-2': figures(50_000, 50, 50, 'large', 30),
  custom: figures(10_000, 20, 50, 'huge', 30),
  power: figures(50_000, 50, 50, 'large', 30),
  large: figures(250_000, 500, 50, 'huge', 30),
} satisfies Record<PlanId, object>;

function figures(
  executions: number,
  activeWorkflows: number,
  concurrentExecutions: number,
  size: keyof typeof sizes,
  logRetentionDays: number,
) {
  return { executions, activeWorkflows, concurrentExecutions, ...sizes[size], logRetentionDays };
}

/** @returns whether a running workspace restarts when its account changes between these plans. */
export function restartsWorkspace(from: PlanId, to: PlanId): boolean {
  const processOf = (planId: PlanId) => {
    const { concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays } = planFigures[planId];
    return [concurrentExecutions, memoryMib, cpuMillicores, logRetentionDays].join();
  };
  return processOf(from) !== processOf(to);
}

/** @returns the plan's id if it is one of ours; null for a row from a newer deployment. */
export function parsePlanId(planId: string): PlanId | null {
  return Object.hasOwn(planFigures, planId) ? (planId as PlanId) : null;
}
