import { z } from 'zod';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { toProviderSubscription } from './provider-subscription.ts';
import { adjustmentTold, transactionTold } from './transaction-event.ts';
import { idSchema, instantSchema } from './wire.ts';

/** https://developer.paddle.com/webhooks/overview: what every event has, whatever it tells. */
export const eventSchema = z.object({
  event_id: idSchema,
  event_type: z.string().min(1).max(100),
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

/** The types of which something may follow. */
export const appliedEventTypes: readonly string[] = [
  ...subscriptionTypes,
  ...transactionTypes,
  ...adjustmentTypes,
];

/**
 * @param rawBody what a webhook brought, its signature verified.
 * @throws AppError malformed_body for what is no event at all: nothing of it could be kept.
 */
export function parsePaddleEvent(rawBody: string): ProviderEvent {
  const { data } = eventSchema.safeParse(readJson(rawBody));
  if (!data) throw new AppError('malformed_body');
  return toProviderEvent(data);
}

/** @returns what an event tells, in our words; one that cannot be read is 'other', and says why. */
export function toProviderEvent(event: PaddleEvent): ProviderEvent {
  const { event_id: id, event_type: type, occurred_at: occurredAt, data } = event;
  return { id, type, occurredAt, ...toldOf(type, data) };
}

function toldOf(type: string, data: unknown) {
  if (transactionTypes.includes(type)) return transactionTold(type, data);
  if (adjustmentTypes.includes(type)) return adjustmentTold(data);
  if (!subscriptionTypes.includes(type)) return { kind: 'other', reason: 'unknown-type' } as const;
  const told = toProviderSubscription(data);
  return typeof told === 'string'
    ? ({ kind: 'other', reason: told } as const)
    : ({ kind: 'subscription', told } as const);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Such a body has no event either.
    return null;
  }
}
