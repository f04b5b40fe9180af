import type { Entitlement } from '../instance/entitlement.ts';
import { isTrial, type PlanGroup } from '../plan/plan.ts';
import { trialEndsAt } from '../trial/trial.ts';
import type { Quota } from './quota.ts';

/** Spec §4; `deleted` is what the provider calls canceled (design §4, "Billing"). */
export const billingStatuses = ['active', 'trialing', 'past_due', 'paused', 'deleted'] as const;
export type BillingStatus = (typeof billingStatuses)[number];

export const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** An account's subscription, from the provider's last event. Instants are UTC ms. */
export interface Subscription {
  /** The provider's. */
  providerId: string;
  status: BillingStatus;
  planId: string;
  period: BillingPeriod;
  /** The quota of a custom plan; null for other plans, which have fixed limits. */
  quota: Quota | null;
  currentPeriodEndsAt: number;
  pausedAt: number | null;
  cancelsAt: number | null;
}

/** @returns the subscription that can be changed; null before the first checkout and after the end of the last one. */
export function runningSubscription(subscription: Subscription | null): Subscription | null {
  return subscription?.status === 'deleted' ? null : subscription;
}

/**
 * @returns the entitlement of the account's workspace (spec §4, design §4 "Trial"): a past-due subscription keeps
 * running, a cancelled one runs to the end of the paid period.
 */
export function entitlementOf(
  account: { planGroup: PlanGroup; trialStartedAt: number },
  subscription: Subscription | null,
): Entitlement {
  if (subscription !== null) return entitlementBy(subscription);
  if (!isTrial({ group: account.planGroup })) return { kind: 'active' };
  return { kind: 'trial', endsAt: trialEndsAt(account.trialStartedAt) };
}

/** @returns the entitlement from an account's subscription, whenever its trial began. */
export function entitlementBy(
  subscription: Pick<Subscription, 'status' | 'currentPeriodEndsAt' | 'pausedAt' | 'cancelsAt'>,
): Exclude<Entitlement, { kind: 'trial' }> {
  const { status, currentPeriodEndsAt, pausedAt, cancelsAt } = subscription;
  if (status === 'deleted') return { kind: 'cancelled', endsAt: cancelsAt ?? currentPeriodEndsAt };
  if (status === 'paused') return { kind: 'paused', pausedAt: pausedAt ?? currentPeriodEndsAt };
  return cancelsAt === null ? { kind: 'active' } : { kind: 'cancelled', endsAt: cancelsAt };
}
