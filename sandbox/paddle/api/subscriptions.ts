import type { Route } from '#sandbox/server/router.ts';
import type { SubscriptionRecord } from '../state.ts';
import {
  cancelSubscription,
  pauseSubscription,
  paymentMethodTransaction,
  resumeSubscription,
} from '../subscription-actions.ts';
import { chargeSubscription } from '../subscription-charge.ts';
import { previewUpdate, updateSubscription } from '../subscription-update.ts';
import { subscriptionRecord, subscriptionView } from '../subscriptions.ts';
import { type Api, apiRoute } from './call.ts';
import { pageOf } from './list.ts';
import { listResponse, omitUndefined } from './lists.ts';
import { cancelRequest, chargeRequest, pauseRequest, resumeRequest, subscriptionChanges } from './schemas.ts';

/** Subscriptions. The API cannot create one: a checkout does. */
export function subscriptionRoutes(api: Api): Route[] {
  const { state } = api;
  const view = (record: SubscriptionRecord, include: readonly string[] = []) => ({
    data: subscriptionView(state, record, include),
  });
  return [
    apiRoute(api, 'GET', '/subscriptions', ({ query, include }) =>
      listResponse(
        pageOf<SubscriptionRecord>(query, {
          entities: state.subscriptions.all(),
          idOf: ({ id }) => id,
          filters: {
            id: ({ id }) => [id],
            status: ({ subscription }) => [subscription.status],
            customer_id: ({ subscription }) => [subscription.customer_id],
            address_id: ({ subscription }) => [subscription.address_id],
            price_id: ({ subscription }) => subscription.items.map(({ price }) => price.id),
            collection_mode: ({ subscription }) => [subscription.collection_mode],
            scheduled_change_action: ({ subscription }) => [subscription.scheduled_change?.action ?? null],
          },
          instants: {
            created_at: ({ subscription }) => subscription.created_at,
            updated_at: ({ subscription }) => subscription.updated_at,
            next_billed_at: ({ subscription }) => subscription.next_billed_at,
          },
        }),
        (record) => subscriptionView(state, record, include),
      ),
    ),
    apiRoute(api, 'GET', '/subscriptions/:id', ({ param, include }) =>
      view(subscriptionRecord(state, param('id')), include),
    ),
    apiRoute(api, 'PATCH', '/subscriptions/:id', ({ param, body }) =>
      view(updateSubscription(state, param('id'), omitUndefined(body(subscriptionChanges)))),
    ),
    apiRoute(api, 'PATCH', '/subscriptions/:id/preview', ({ param, body }) => ({
      data: previewUpdate(state, param('id'), omitUndefined(body(subscriptionChanges))),
    })),
    apiRoute(api, 'POST', '/subscriptions/:id/charge', ({ param, body }) =>
      view(chargeSubscription(state, param('id'), body(chargeRequest))),
    ),
    apiRoute(api, 'POST', '/subscriptions/:id/cancel', ({ param, body }) =>
      view(
        cancelSubscription(state, param('id'), body(cancelRequest).effective_from ?? 'next_billing_period'),
      ),
    ),
    apiRoute(api, 'POST', '/subscriptions/:id/pause', ({ param, body }) => {
      const { effective_from, resume_at } = body(pauseRequest);
      return view(
        pauseSubscription(state, param('id'), {
          from: effective_from ?? 'next_billing_period',
          resumeAt: resume_at ?? null,
        }),
      );
    }),
    apiRoute(api, 'POST', '/subscriptions/:id/resume', ({ param, body }) =>
      view(resumeSubscription(state, param('id'), body(resumeRequest).effective_from ?? 'immediately')),
    ),
    apiRoute(api, 'GET', '/subscriptions/:id/update-payment-method-transaction', ({ param }) => ({
      data: paymentMethodTransaction(state, param('id')),
    })),
  ];
}
