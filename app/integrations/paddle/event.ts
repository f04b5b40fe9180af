import { z } from 'zod';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { toProviderSubscription } from './provider-subscription.ts';
import { parseAdjustment, parseTransaction } from './transaction-event.ts';
import { idSchema, instantSchema } from './wire.ts';

/** The fields of every event: https://developer.paddle.com/webhooks/overview */
export const eventSchema = z.object({
  event_id: idSchema,
  event_type: idSchema,
  occurred_at: instantSchema,
  data: z.unknown().optional(),
});

type PaddleEvent = z.infer<typeof eventSchema>;

const subscriptionTypes = [
  'subscription.created',
  'subscription.imported',
  'subscription.activated',
  'subscription.trialing',
  'subscription.updated',
  'subscription.past_due',
  'subscription.paused',
  'subscription.resumed',
  'subscription.canceled',
];
const transactionTypes = [
  'transaction.created',
  'transaction.ready',
  'transaction.billed',
  'transaction.paid',
  'transaction.completed',
  'transaction.payment_failed',
  'transaction.past_due',
  'transaction.canceled',
  'transaction.updated',
  'transaction.revised',
];
const adjustmentTypes = ['adjustment.created', 'adjustment.updated'];

/** Types of events that the portal applies. */
export const appliedEventTypes: readonly string[] = [
  ...subscriptionTypes,
  ...transactionTypes,
  ...adjustmentTypes,
];

/**
 * @param rawBody of a webhook whose signature is verified.
 * @throws AppError malformed_body for a body that is not an event, of which nothing can be stored.
 */
export function parsePaddleEvent(rawBody: string): ProviderEvent {
  const { data } = eventSchema.safeParse(parseOptionalJson(rawBody));
  if (!data) throw new AppError('malformed_body');
  return toProviderEvent(data);
}

/** @returns the event in the portal's terms; an unreadable one is 'other', with the reason. */
export function toProviderEvent(event: PaddleEvent): ProviderEvent {
  const { event_id: id, event_type: type, occurred_at: occurredAt, data } = event;
  return { id, type, occurredAt, ...parseData(type, data) };
}

function parseData(type: string, data: unknown) {
  if (transactionTypes.includes(type)) return parseTransaction(type, data);
  if (adjustmentTypes.includes(type)) return parseAdjustment(data);
  if (!subscriptionTypes.includes(type)) return { kind: 'other', reason: 'unknown-type' } as const;
  const subscription = toProviderSubscription(data);
  return typeof subscription === 'string'
    ? ({ kind: 'other', reason: subscription } as const)
    : ({ kind: 'subscription', snapshot: subscription } as const);
}
