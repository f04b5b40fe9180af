import { heldSelectionSchema } from '#app/domain/held-webhooks/forms.ts';
import { dropHeldWebhooks as dropHeld } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { heldExample, selectedCount } from './answers/held-webhook.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** Drops waiting and failed requests, by `ids` or all of a `path`, and deletes their contents. */
export const dropHeldWebhooks = defineCall('POST /instance/webhook-queue/drop', {
  who: caller('workspace:configure'),
  body: { schema: heldSelectionSchema, example: { ids: [heldExample.id] } },
  answers: { 200: json(selectedCount, { count: 1 }) },
  refusals: ['held_request_not_found'],
  handle: ({ context, actor, body }) => dropHeld(context.services, actor, body),
});
