import { z } from 'zod';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { Paddle } from './client.ts';
import { toProviderSubscription } from './provider-subscription.ts';
import { subscriptionPath } from './subscription-path.ts';

/** A subscription as a call answers it. */
export const answeredSubscriptionSchema = z.unknown().transform((data, context): ProviderSubscription => {
  const subscription = toProviderSubscription(data);
  if (typeof subscription !== 'string') return subscription;
  context.addIssue({ code: 'custom', message: `The subscription is no such one: ${subscription}.` });
  return z.NEVER;
});

/** @returns the methods that read a subscription, and end it at once. */
export function subscriptionMethods(paddle: Paddle): Pick<BillingProvider, 'subscription' | 'endNow'> {
  return {
    subscription: (id) =>
      paddle('billing_unavailable', (calls) => calls.get(subscriptionPath(id), answeredSubscriptionSchema)),

    endNow: (id) =>
      paddle('plan_change_failed', (calls) => {
        const body = { effective_from: 'immediately' };
        return calls.send('POST', subscriptionPath(id, '/cancel'), body, answeredSubscriptionSchema);
      }),
  };
}
