import { heldPathSchema } from '#app/domain/held-webhooks/forms.ts';
import { listHeldWebhooks } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { heldExample, queueExample, toWebhookQueue, webhookQueue } from './answers/held-webhook.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** At most 100 paths, those with waiting requests first; `path` asks for one. */
export const getWebhookQueue = defineCall('GET /instance/webhook-queue', {
  who: caller('workspace:view'),
  query: { path: { schema: heldPathSchema, example: heldExample.path } },
  answers: { 200: json(webhookQueue, queueExample) },
  refusals: ['workspace_not_found'],
  handle: async ({ context, viewer, query }) =>
    toWebhookQueue(await listHeldWebhooks(context.services, viewer, query)),
});
