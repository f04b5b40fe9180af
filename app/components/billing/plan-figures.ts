import type { PlanId } from '#app/domain/plan/plan.ts';

interface PlanFigures {
  executions: number;
  activeWorkflows: number;
  concurrentExecutions: number;
  /** Resources of the workspace's process. */
  memoryMib: number;
  logRetentionDays: number;
}

/** The limits of each plan for its card. The rows of `db/seed/plans.ts` apply; a test compares both. */
export const planFigures: Record<PlanId, PlanFigures> = {
  'trial-1': {
    executions: 1_000,
    activeWorkflows: 5,
    concurrentExecutions: 5,
    memoryMib: 896,
    logRetentionDays: 7,
  },
  starter: {
    executions: 2_500,
    activeWorkflows: 5,
    concurrentExecutions: 5,
    memoryMib: 896,
    logRetentionDays: 7,
  },
  'pro-1': {
    executions: 10_000,
    activeWorkflows: 15,
    concurrentExecutions: 20,
    memoryMib: 1_024,
    logRetentionDays: 30,
  },
  'pro-2': {
    executions: 50_000,
    activeWorkflows: 50,
    concurrentExecutions: 50,
    memoryMib: 1_280,
    logRetentionDays: 30,
  },
  custom: {
    executions: 10_000,
    activeWorkflows: 20,
    concurrentExecutions: 50,
    memoryMib: 4_096,
    logRetentionDays: 30,
  },
  power: {
    executions: 50_000,
    activeWorkflows: 50,
    concurrentExecutions: 50,
    memoryMib: 1_280,
    logRetentionDays: 30,
  },
  large: {
    executions: 250_000,
    activeWorkflows: 500,
    concurrentExecutions: 50,
    memoryMib: 4_096,
    logRetentionDays: 30,
  },
};

/** @returns whether a running workspace restarts when its account changes between these plans. */
export function restartsWorkspace(from: PlanId, to: PlanId): boolean {
  const sizeOf = (planId: PlanId) => {
    const { concurrentExecutions, memoryMib, logRetentionDays } = planFigures[planId];
    return [concurrentExecutions, memoryMib, logRetentionDays].join();
  };
  return sizeOf(from) !== sizeOf(to);
}

/** @returns the plan's id if it is one of ours; null for a row from a newer deployment. */
export function parsePlanId(planId: string): PlanId | null {
  return Object.hasOwn(planFigures, planId) ? (planId as PlanId) : null;
}
