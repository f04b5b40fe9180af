import { heldSelectionSchema } from '#app/domain/held-webhooks/forms.ts';
import { replayHeldWebhooks as replayHeld } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { heldExample, selectedCount } from './answers/held-webhook.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** Tries waiting requests now and failed ones again, by `ids` or all of a `path`. The answer does not wait for them. */
export const replayHeldWebhooks = defineCall('POST /instance/webhook-queue/replay', {
  who: caller('workspace:configure'),
  body: { schema: heldSelectionSchema, example: { path: heldExample.path } },
  answers: { 202: json(selectedCount, { count: 3 }) },
  refusals: ['held_request_not_found', 'held_content_gone'],
  handle: ({ context, actor, body }) => replayHeld(context.services, actor, body),
});
