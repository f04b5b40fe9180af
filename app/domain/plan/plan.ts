/** Spec §1. */
export type PlanId = 'starter' | 'pro-1' | 'pro-2' | 'trial-1' | 'custom' | 'power' | 'large';
export const planGroups = ['opt-out', 'opt-in', 'trial', 'legacy', 'enterprise'] as const;
export type PlanGroup = (typeof planGroups)[number];

/** n8n's value for no limit. */
export const UNLIMITED = -1;

/** The support channel of a plan: the forum, an agent, or an agent who knows the account. */
export const supportTiers = ['forum', 'standard', 'dedicated'] as const;
export type SupportTier = (typeof supportTiers)[number];

/** Quotas of n8n's license, by the names that n8n gives them. */
export interface LicenseFeatures {
  'quota:users': number;
}

export const TRIAL_PLAN_ID: PlanId = 'trial-1';

/** Plans of this version and higher are the latest ones (spec §1). */
export const LATEST_PLAN_VERSION = 3;

export function isLatest(plan: { version: number }): boolean {
  return plan.version >= LATEST_PLAN_VERSION;
}

/** An opt-in trial is when the plan's group is trial (spec §1). */
export function isTrial(plan: { group: PlanGroup }): boolean {
  return plan.group === 'trial';
}
