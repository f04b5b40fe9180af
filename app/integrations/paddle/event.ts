import { z } from 'zod';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { type Calls, listAll, type Paddle, type PaddleSettings } from './client.ts';
import { toProviderSubscription } from './provider-subscription.ts';
import { parseAdjustment, parseTransaction } from './transaction-event.ts';
import { idSchema, instantSchema } from './wire.ts';

/** The fields of every event: https://developer.paddle.com/webhooks/overview */
const eventSchema = z.object({
  event_id: idSchema,
  event_type: idSchema,
  occurred_at: instantSchema,
  data: z.unknown().optional(),
});

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

const event_type = [...subscriptionTypes, ...transactionTypes, ...adjustmentTypes].join(',');
const ascending = { event_type, order_by: 'id[ASC]' };
const descending = { event_type, order_by: 'id[DESC]' };

const MAX_EVENTS = 400;

/** An event as a list has it: `toReceived` reads the rest, so that an unreadable event keeps no other from its effect. */
const listedSchema = z.looseObject({ event_id: idSchema });
type ListedEvent = z.infer<typeof listedSchema>;

/** @returns the method that lists events: https://developer.paddle.com/api-reference/events/list-events */
export function eventMethods(
  paddle: Paddle,
  { clock, reportError }: PaddleSettings,
): Pick<BillingProvider, 'eventsSince'> {
  /** @returns an empty list for an unreadable event. */
  const toReceived = (listed: ListedEvent) => {
    const { data: event, error } = eventSchema.safeParse(listed);
    if (error) reportError(new Error(`${listed.event_id} cannot be read.`, { cause: error }));
    return event ? [{ event: toProviderEvent(event), rawBody: JSON.stringify(event) }] : [];
  };
  return {
    eventsSince: (cursor) =>
      paddle('billing_unavailable', async (calls) => {
        const listed =
          cursor === null
            ? await listSince(calls, clock.now() - DAY_MS)
            : (await calls.page('/events', { ...ascending, after: cursor }, listedSchema)).entities;
        return { events: listed.flatMap(toReceived), cursor: listed.at(-1)?.event_id ?? null };
      }),
  };
}

/** Paddle lists by id only: a time is found by walking back from now. */
async function listSince(calls: Calls, since: number): Promise<ListedEvent[]> {
  const found = [];
  for await (const listed of listAll(calls, '/events', descending, listedSchema)) {
    const { data } = eventSchema.safeParse(listed);
    if (data && Date.parse(data.occurred_at) < since) break;
    found.push(listed);
  }
  return found.reverse().slice(0, MAX_EVENTS);
}

/** @param rawBody of a verified webhook. @throws AppError malformed_body for a body that is not an event. */
export function parsePaddleEvent(rawBody: string): ProviderEvent {
  const { data } = eventSchema.safeParse(parseOptionalJson(rawBody));
  if (!data) throw new AppError('malformed_body');
  return toProviderEvent(data);
}

/** @returns the event in the portal's terms; an unreadable one is 'other', with the reason. */
function toProviderEvent(event: z.infer<typeof eventSchema>): ProviderEvent {
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
