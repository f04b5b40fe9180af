import { z } from 'zod';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { BillingProvider } from '#app/use-cases/billing/ports.ts';
import type { Paddle } from './client.ts';
import { toProviderSubscription } from './provider-subscription.ts';

/** A subscription as a call answers it. */
export const answeredSubscriptionSchema = z.unknown().transform((data, context): ProviderSubscription => {
  const told = toProviderSubscription(data);
  if (typeof told !== 'string') return told;
  context.addIssue({ code: 'custom', message: `The subscription is no such one: ${told}.` });
  return z.NEVER;
});

/** @returns the path of a subscription, whatever its id holds. */
export function subscriptionPath(subscriptionId: string, action = ''): string {
  return `/subscriptions/${encodeURIComponent(subscriptionId)}${action}`;
}

/** @returns the methods that read a subscription, end it and bring it back. */
export function subscriptionMethods(
  paddle: Paddle,
): Pick<BillingProvider, 'subscription' | 'cancel' | 'undoCancel' | 'resume'> {
  return {
    subscription: (id) =>
      paddle('billing_unavailable', (calls) => calls.get(subscriptionPath(id), answeredSubscriptionSchema)),

    cancel: (id) =>
      paddle('plan_change_failed', (calls) =>
        calls.send(
          'POST',
          subscriptionPath(id, '/cancel'),
          { effective_from: 'next_billing_period' },
          answeredSubscriptionSchema,
        ),
      ),

    undoCancel: (id) =>
      paddle('plan_change_failed', (calls) =>
        calls.send('PATCH', subscriptionPath(id), { scheduled_change: null }, answeredSubscriptionSchema),
      ),

    resume: (id) =>
      paddle('resubscription_failed', async (calls) => {
        const body = { effective_from: 'immediately' };
        const told = await calls.send(
          'POST',
          subscriptionPath(id, '/resume'),
          body,
          answeredSubscriptionSchema,
        );
        // Paddle resumes it whether or not the card pays; its events then tell of the bill that is owed.
        if (told.subscription.status === 'past_due') throw new AppError('payment_declined');
        return told;
      }),
  };
}
