import type { Viewer } from '#app/domain/access/viewer.ts';
import { type SubscriptionFacts, subscriptionStateOf } from '#app/domain/billing/account-state.ts';
import { entitlementBy } from '#app/domain/billing/subscription.ts';
import { timetableOf } from '#app/domain/instance/entitlement.ts';
import { isTrial } from '#app/domain/plan/plan.ts';

/** @returns the view of the viewer's subscription that all screens share. */
export function subscriptionFactsOf(viewer: Pick<Viewer, 'subscription' | 'plan'>): SubscriptionFacts {
  const { subscription, plan } = viewer;
  return {
    state: subscriptionStateOf(subscription, isTrial(plan)),
    deleteAt: (subscription && timetableOf(entitlementBy(subscription))?.deleteAt) ?? null,
  };
}
