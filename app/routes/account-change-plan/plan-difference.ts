import type { Quota } from '#app/domain/billing/quota.ts';
import type { PlanId } from '#app/domain/plan/plan.ts';
import { featuresByPlan, type PlanFeature } from '#app/domain/plan/plan-features.ts';
import { planFigures } from '#app/domain/plan/plan-figures.ts';

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
  more: FigureChange[];
  less: FigureChange[];
  /** Each feature, before it the lesser form that the account had. */
  gained: PlanFeature[][];
  /** Each feature, after it the lesser form that the account keeps. */
  lost: PlanFeature[][];
}

/** A changed limit, in the figure's own unit. */
interface FigureChange {
  figure: Figure;
  from: number;
  to: number;
}

/** Features of one kind, the lesser first: a plan with a greater one includes the lesser. */
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
    from: figureOf(from, figure),
    to: figureOf(to, figure),
  }));
  return {
    more: changes.filter((change) => change.to > change.from),
    less: changes.filter((change) => change.to < change.from),
    gained: notIn(to.planId, from.planId).map((forms) => forms.reverse()),
    lost: notIn(from.planId, to.planId),
  };
}

/** @returns the limits of a plan; a custom plan's quota replaces the plan's minimum. */
export function figureOf({ planId, quota }: HeldPlan, figure: Figure): number {
  if (quota && (figure === 'executions' || figure === 'activeWorkflows')) return quota[figure];
  return planFigures[planId][figure];
}

/** @returns whether a plan has a feature or a greater form of it. Every user can ask the forum; only some plans name it. */
export function includesFeature(planId: PlanId, feature: PlanFeature): boolean {
  const ladder = ladderOf(feature);
  const forms = ladder.slice(ladder.indexOf(feature));
  return feature === 'forum-support' || featuresByPlan[planId].some((one) => forms.includes(one));
}

/** @returns the features that only the first plan includes, each with the lesser form that the other has. */
function notIn(planId: PlanId, other: PlanId): PlanFeature[][] {
  return featuresByPlan[planId]
    .filter((feature) => !includesFeature(other, feature))
    .map((feature) => {
      const held = ladderOf(feature).findLast((one) => includesFeature(other, one));
      return held ? [feature, held] : [feature];
    });
}

function ladderOf(feature: PlanFeature): readonly PlanFeature[] {
  return ladders.find((one) => one.includes(feature)) ?? [feature];
}
