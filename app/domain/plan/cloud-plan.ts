import { type Entitlement, entitles, timetableOf } from '../instance/entitlement.ts';
import { executionsLimitOf } from '../instance/executions-limit.ts';
import { DAY_MS } from '../time/clock.ts';
import { TRIAL_LENGTH_DAYS } from '../trial/trial.ts';
import type { PlanGroup, PlanId } from './plan.ts';

/** n8n identifies plans by number: a number is never reused for another plan. */
const planNumbers: Record<PlanId, number> = {
  'trial-1': 1,
  starter: 2,
  'pro-1': 3,
  'pro-2': 4,
  custom: 5,
  power: 6,
  large: 7,
};

/** @returns the plan at `now` (UTC ms), as n8n's editor reads it from its cloud (`Cloud.PlanData`). */
export function cloudPlanOf(
  name: { id: string; displayName: string; group: PlanGroup; slug: string; credentialsLimit: number },
  facts: {
    limits: { monthlyExecutions: number; activeWorkflows: number };
    overage?: { maxExecutions: number };
    entitlement: Entitlement;
  },
  now: number,
) {
  const { limits, entitlement } = facts;
  const endsAt = planEndOf(entitlement);
  const trial = trialOf(entitlement);
  return {
    // 0 has no meaning to n8n.
    planId: Object.hasOwn(planNumbers, name.id) ? planNumbers[name.id as PlanId] : 0,
    // At the plan's own limit the account has chosen to run on.
    monthlyExecutionsLimit: executionsLimitOf(facts),
    activeWorkflowsLimit: limits.activeWorkflows,
    credentialsLimit: name.credentialsLimit,
    isActive: entitles(entitlement, now),
    displayName: name.displayName,
    expirationDate: endsAt === null ? null : new Date(endsAt).toISOString(),
    // Its version is of the answer's form, not of the plan.
    metadata: { version: 'v1', group: name.group, slug: name.slug, ...(trial && { trial }) },
    userIsTrialing: trial !== null,
  };
}

/** @returns when the plan ends or ended, UTC ms; null while nothing ends it. */
export function planEndOf(entitlement: Entitlement): number | null {
  if (entitlement.kind === 'active') return null;
  return entitlement.kind === 'paused' ? entitlement.pausedAt : entitlement.endsAt;
}

/** @returns the length of a trial and of the grace period after it, in days; null for other plans. */
export function trialOf(entitlement: Entitlement): { length: number; gracePeriod: number } | null {
  if (entitlement.kind !== 'trial') return null;
  const deleteAt = timetableOf(entitlement)?.deleteAt ?? entitlement.endsAt;
  const graceMs = deleteAt - entitlement.endsAt;
  return { length: TRIAL_LENGTH_DAYS, gracePeriod: graceMs / DAY_MS };
}
