import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { Paddle } from './client.ts';
import { answeredSubscriptionSchema } from './provider-subscription.ts';
import { subscriptionPath } from './wire.ts';

/** @returns the methods that read a subscription, and end it immediately. */
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
