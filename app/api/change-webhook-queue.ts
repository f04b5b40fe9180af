import { heldChangeSchema } from '#app/domain/held-webhooks/forms.ts';
import { changeHeldSettings } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { heldExample, queueSettings } from './answers/held-webhook.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** Omitted members stay as they are. */
export const changeWebhookQueue = defineCall('PUT /instance/webhook-queue', {
  who: caller('workspace:configure'),
  body: {
    schema: heldChangeSchema,
    example: { paused: true, path: { path: heldExample.path, choice: 'hold' } },
  },
  answers: { 200: json(queueSettings, { paused: true, order: 'behind' }) },
  refusals: ['workspace_not_found'],
  handle: ({ context, actor, body }) => changeHeldSettings(context.services, actor, body),
});
