import { z } from 'zod';
import { choiceOf } from '#app/domain/billing/offer.ts';
import { limitsInForce } from '#app/domain/billing/postponed.ts';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { postponedChargeOf } from './postponed.ts';
import { billedItemOf, taxModeSchema } from './prices.ts';
import { claimOf, epochMsSchema, idSchema, instantSchema } from './wire.ts';

/** Far beyond any quota, so that no sum of them is inexact. */
const MAX_UNITS = 1_000_000;

const statuses = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  paused: 'paused',
  canceled: 'deleted',
} as const satisfies Record<string, Subscription['status']>;

const subscriptionSchema = z.object({
  id: idSchema,
  status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
  customer_id: idSchema,
  /** Only in the event about its creation. */
  transaction_id: idSchema.nullish(),
  custom_data: z.unknown().optional(),
  current_billing_period: z.object({ ends_at: epochMsSchema }).nullish(),
  paused_at: epochMsSchema.nullish(),
  canceled_at: epochMsSchema.nullish(),
  scheduled_change: z.object({ action: z.string(), effective_at: epochMsSchema }).nullish(),
  items: z
    .array(
      z.object({
        quantity: z.number().int().min(1).max(MAX_UNITS),
        price: z.object({ custom_data: z.unknown().optional(), tax_mode: taxModeSchema }),
      }),
    )
    .max(100),
  updated_at: instantSchema,
});

/**
 * @param data an entity of https://developer.paddle.com/api-reference/subscriptions/overview
 * @returns the subscription in our terms; 'unknown-price' if its items are not one of our plans, with its extras.
 */
export function toProviderSubscription(data: unknown): ProviderSubscription | 'unknown-price' | 'unreadable' {
  const parsed = subscriptionSchema.safeParse(data);
  if (!parsed.success) return 'unreadable';
  const entity = parsed.data;
  const choice = choiceOf(entity.items.map(billedItemOf));
  if (!choice) return 'unknown-price';
  const instants = instantsOf(entity);
  const postponed = postponedChargeOf(entity.custom_data);
  return {
    subscription: {
      providerId: entity.id,
      status: statuses[entity.status],
      ...choice,
      ...limitsInForce(choice, { postponed, ...instants }),
      ...instants,
    },
    claim: claimOf(entity.custom_data),
    boughtBy: entity.transaction_id ?? null,
    customerId: entity.customer_id,
    taxInclusive: entity.items.every(({ price }) => price.tax_mode),
    updatedAt: entity.updated_at,
  };
}

/** A subscription as a call answers it. */
export const answeredSubscriptionSchema = z.unknown().transform((data, context): ProviderSubscription => {
  const subscription = toProviderSubscription(data);
  if (typeof subscription !== 'string') return subscription;
  context.addIssue({ code: 'custom', message: `The subscription cannot be read: ${subscription}.` });
  return z.NEVER;
});

/** A paused or canceled subscription has no period: the paid time ended with it. */
function instantsOf(
  entity: z.infer<typeof subscriptionSchema>,
): Pick<Subscription, 'currentPeriodEndsAt' | 'pausedAt' | 'cancelsAt'> {
  const { status, scheduled_change: scheduled } = entity;
  const changedAt = Date.parse(entity.updated_at);
  const pausedAt = status === 'paused' ? (entity.paused_at ?? changedAt) : null;
  const canceledAt = status === 'canceled' ? (entity.canceled_at ?? changedAt) : null;
  const cancelsAt = scheduled?.action === 'cancel' ? scheduled.effective_at : null;
  return {
    currentPeriodEndsAt: entity.current_billing_period?.ends_at ?? canceledAt ?? pausedAt ?? changedAt,
    pausedAt,
    cancelsAt: canceledAt ?? cancelsAt,
  };
}
