import type { Route } from '#sandbox/server/router.ts';
import { createRefund } from '../adjustments.ts';
import { type Api, apiRoute } from './call.ts';
import { pageOf } from './list.ts';
import { instantsOf, listResponse } from './lists.ts';
import { newAdjustment } from './schemas.ts';

/** Refunds, and the list of all events. */
export function recordRoutes(api: Api): Route[] {
  const { state } = api;
  return [
    apiRoute(api, 'GET', '/adjustments', ({ query }) =>
      listResponse(
        pageOf(query, {
          entities: state.adjustments.all(),
          idOf: ({ id }) => id,
          filters: {
            id: ({ id }) => [id],
            action: ({ action }) => [action],
            status: ({ status }) => [status],
            customer_id: ({ customer_id }) => [customer_id],
            subscription_id: ({ subscription_id }) => [subscription_id],
            transaction_id: ({ transaction_id }) => [transaction_id],
          },
          instants: instantsOf,
          maxPerPage: 50,
        }),
      ),
    ),
    apiRoute(api, 'POST', '/adjustments', ({ body }) => {
      const { transaction_id, reason } = body(newAdjustment);
      return { status: 201, data: createRefund(state, transaction_id, reason) };
    }),
    apiRoute(api, 'GET', '/events', ({ query }) =>
      listResponse(
        pageOf(
          query,
          {
            entities: state.events.all().map(({ event }) => event),
            idOf: ({ event_id }) => event_id,
            filters: { id: ({ event_id }) => [event_id], event_type: ({ event_type }) => [event_type] },
            instants: { occurred_at: ({ occurred_at }) => occurred_at },
          },
          'id[ASC]',
        ),
      ),
    ),
  ];
}
