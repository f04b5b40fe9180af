import type { Viewer } from '#app/domain/access/viewer.ts';
import { type SubscriptionFacts, subscriptionStateOf } from '#app/domain/billing/account-state.ts';
import { entitlementBy } from '#app/domain/billing/subscription.ts';
import { timetableOf } from '#app/domain/instance/entitlement.ts';
import { isTrial } from '#app/domain/plan/plan.ts';

/** @returns what each screen reads of the viewer's subscription, so that all of them say the same. */
export function subscriptionFactsOf({
  subscription,
  plan,
}: Pick<Viewer, 'subscription' | 'plan'>): SubscriptionFacts {
  return {
    state: subscriptionStateOf(subscription, isTrial(plan)),
    deleteAt: subscription && timetableOf(entitlementBy(subscription)).deleteAt,
  };
}
