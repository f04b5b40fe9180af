import { z } from 'zod';
import { heldPathSchema, heldStateSchema } from '#app/domain/held-webhooks/forms.ts';
import { listHeldWebhooks as listHeld } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { heldExample, heldWebhook, toHeldWebhook } from './answers/held-webhook.ts';
import { caller, defineCall, json } from './plumbing/call.ts';
import { linkNext, opaqueCursor } from './plumbing/pages.ts';

/** Newest first, 50 at a time. The workspace's object makes the cursors. */
export const listHeldWebhooks = defineCall('GET /instance/held-webhooks', {
  who: caller('workspace:view'),
  query: {
    path: { schema: heldPathSchema, example: heldExample.path },
    state: { schema: heldStateSchema, example: heldExample.state },
    cursor: { schema: opaqueCursor, example: '1204' },
  },
  answers: { 200: json(z.array(heldWebhook), [heldExample]) },
  refusals: ['workspace_not_found'],
  async handle({ request, context, viewer, query, headers }) {
    const { requests, nextCursor } = await listHeld(context.services, viewer, query);
    if (nextCursor !== null) linkNext({ request, headers }, { cursor: nextCursor });
    return requests.map(toHeldWebhook);
  },
});
