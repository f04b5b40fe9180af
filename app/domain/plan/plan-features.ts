import type { PlanId } from './plan.ts';

/** The features of a plan in addition to its limits, in the order of the cards (spec §9, "Plan features"). */
export const planFeatures = [
  'one-project',
  'three-projects',
  'unlimited-projects',
  'unlimited-users',
  'forum-support',
  'insights-7-days',
  'insights-365-days',
  'advanced-permissions',
  'global-variables',
  'history-1-day',
  'history-5-days',
  'execution-search',
  'environments',
  'external-secrets',
  'log-streaming',
  'version-control',
  'scaling',
  'dedicated-support',
  'ldap',
  'extended-retention',
  'invoice-billing',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

const pro = [
  'three-projects',
  'unlimited-users',
  'insights-7-days',
  'advanced-permissions',
  'global-variables',
  'history-5-days',
  'execution-search',
] as const;

const starter = ['one-project', 'unlimited-users', 'forum-support', 'history-1-day'] as const;

const custom = [
  'unlimited-projects',
  'unlimited-users',
  'insights-365-days',
  'advanced-permissions',
  'global-variables',
  'history-5-days',
  'execution-search',
  'environments',
  'external-secrets',
  'log-streaming',
  'version-control',
  'scaling',
  'dedicated-support',
] as const;

/** The features of each plan's row: the seed writes them, and the cards list them. */
export const featuresByPlan = {
  'trial-1': starter,
  starter,
  'pro-1': pro,
  'pro-2': pro,
  custom,
  power: pro,
  large: pro,
} as const satisfies Record<PlanId, readonly PlanFeature[]>;

/** Features that Enterprise adds to the custom plan. No checkout sells these: each needs an agreement. */
export const enterpriseFeatures = [
  'ldap',
  'extended-retention',
  'invoice-billing',
] as const satisfies PlanFeature[];
