import { planFigures } from '#app/components/billing/plan-figures.ts';
import type { Quota } from '#app/domain/billing/quota.ts';
import type { PlanId } from '#app/domain/plan/plan.ts';
import { featuresByPlan, type PlanFeature } from '#app/domain/plan/plan-features.ts';

export const comparedFigures = [
  'executions',
  'activeWorkflows',
  'concurrentExecutions',
  'memoryMib',
  'logRetentionDays',
] as const;
type Figure = (typeof comparedFigures)[number];

/** A plan, and the quota that a custom one was bought with. */
export interface HeldPlan {
  planId: PlanId;
  quota: Quota | null;
}

/** The difference between two plans for an account. */
export interface PlanDifference {
  /** More of it, in the figure's own unit. */
  more: Array<{ figure: Figure; by: number }>;
  less: Array<{ figure: Figure; by: number }>;
  gained: PlanFeature[];
  lost: PlanFeature[];
}

/** Features of one kind, the lesser first: an account with a greater one has not lost the lesser. */
const ladders: ReadonlyArray<readonly PlanFeature[]> = [
  ['one-project', 'three-projects', 'unlimited-projects'],
  ['insights-7-days', 'insights-365-days'],
  ['history-1-day', 'history-5-days'],
  ['forum-support', 'dedicated-support'],
];

/** @returns gains and losses, by limits and by features. */
export function planDifference(from: HeldPlan, to: HeldPlan): PlanDifference {
  const changes = comparedFigures.map((figure) => ({
    figure,
    by: figureOf(to, figure) - figureOf(from, figure),
  }));
  return {
    more: changes.filter(({ by }) => by > 0),
    less: changes.filter(({ by }) => by < 0).map(({ figure, by }) => ({ figure, by: -by })),
    gained: notIn(to.planId, from.planId),
    lost: notIn(from.planId, to.planId),
  };
}

/** @returns the limits of a plan; a custom plan's quota replaces the plan's minimum. */
export function figureOf({ planId, quota }: HeldPlan, figure: Figure): number {
  if (quota && (figure === 'executions' || figure === 'activeWorkflows')) return quota[figure];
  return planFigures[planId][figure];
}

/** @returns the features of one plan that another has neither itself nor in a greater form. */
function notIn(planId: PlanId, other: PlanId): PlanFeature[] {
  const others: readonly PlanFeature[] = featuresByPlan[other];
  const isHeld = (feature: PlanFeature) => {
    const ladder = ladders.find((one) => one.includes(feature)) ?? [feature];
    return ladder.slice(ladder.indexOf(feature)).some((one) => others.includes(one));
  };
  return featuresByPlan[planId].filter((feature) => !isHeld(feature));
}
