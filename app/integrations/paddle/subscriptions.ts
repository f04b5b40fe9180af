import { z } from 'zod';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
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

/** @returns the methods that read a subscription, and bring a paused one back. */
export function subscriptionMethods(paddle: Paddle): Pick<BillingProvider, 'subscription' | 'resume'> {
  return {
    subscription: (id) =>
      paddle('billing_unavailable', (calls) => calls.get(subscriptionPath(id), answeredSubscriptionSchema)),

    resume: (id) =>
      paddle('resubscription_failed', async (calls) => {
        const body = { effective_from: 'immediately' };
        const resumed = await calls.send(
          'POST',
          subscriptionPath(id, '/resume'),
          body,
          answeredSubscriptionSchema,
        );
        // Paddle resumes the subscription even if the card fails; an event then reports the unpaid bill.
        if (resumed.subscription.status === 'past_due') throw new AppError('payment_declined');
        return resumed;
      }),
  };
}
