import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { type Clock, DAY_MS } from '#app/domain/time/clock.ts';
import { type Calls, listAll, type Paddle } from './client.ts';
import { appliedEventTypes, eventSchema, toProviderEvent } from './event.ts';

const MAX_EVENTS = 400;

const event_type = appliedEventTypes.join(',');

/** @returns the method that lists what happened: https://developer.paddle.com/api-reference/events/list-events */
export function eventMethods(paddle: Paddle, clock: Clock): Pick<BillingProvider, 'eventsSince'> {
  return {
    eventsSince: (cursor) =>
      paddle('billing_unavailable', async (calls) => {
        const events =
          cursor === null
            ? await eventsAfter(calls, clock.now() - DAY_MS)
            : (await calls.page('/events', { event_type, order_by: 'id[ASC]', after: cursor }, eventSchema))
                .entities;
        return events.map((event) => ({ event: toProviderEvent(event), rawBody: JSON.stringify(event) }));
      }),
  };
}

/** Paddle lists by id only: a time is found by walking back from now. */
async function eventsAfter(calls: Calls, since: number) {
  const events = [];
  const query = { event_type, order_by: 'id[DESC]' };
  for await (const event of listAll(calls, '/events', query, eventSchema)) {
    if (Date.parse(event.occurred_at) < since) break;
    events.push(event);
  }
  return events.reverse().slice(0, MAX_EVENTS);
}
