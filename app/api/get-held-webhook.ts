import { z } from 'zod';
import { openHeldWebhook } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { heldExample, openedWebhook, toHeldWebhook } from './answers/held-webhook.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** A body can contain personal data, so this needs the operator role, and each call is recorded in the activity. */
export const getHeldWebhook = defineCall('GET /instance/held-webhooks/{id}', {
  who: caller('workspace:configure'),
  parameters: { id: { schema: z.string(), example: heldExample.id } },
  answers: {
    200: json(openedWebhook, {
      ...heldExample,
      query: [{ name: 'token', value: '••••••••', isMasked: true }],
      headers: [{ name: 'content-type', value: 'application/json', isMasked: false }],
      body: { encoding: 'text', content: '{"order":17,"customer":"Ada"}', isCut: false },
    }),
  },
  refusals: ['held_request_not_found'],
  handle: async ({ context, actor, params }) =>
    toHeldWebhook(await openHeldWebhook(context.services, actor, params.id ?? '')),
});
