import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { type Clock, DAY_MS } from '#app/domain/time/clock.ts';
import type { Calls, Paddle } from './client.ts';
import { appliedEventTypes, eventSchema, toProviderEvent } from './event.ts';

/** How far a first reconciliation walks back. */
const MAX_PAGES = 10;
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
  let after: Record<string, string> = {};
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { event_type, order_by: 'id[DESC]', ...after };
    const { entities, hasMore } = await calls.page('/events', query, eventSchema);
    const recent = entities.filter(({ occurred_at }) => Date.parse(occurred_at) >= since);
    events.push(...recent);
    const last = entities.at(-1);
    if (!hasMore || !last || recent.length < entities.length) break;
    after = { after: last.event_id };
  }
  return events.reverse().slice(0, MAX_EVENTS);
}
