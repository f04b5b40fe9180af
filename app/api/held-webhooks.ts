import { z } from 'zod';
import {
  heldChangeSchema,
  heldPathSchema,
  heldSelectionSchema,
  heldStateSchema,
} from '#app/domain/held-webhooks/forms.ts';
import {
  type HeldList,
  type HeldRequest,
  heldFailures,
  heldStates,
  holdReasons,
  pathChoices,
  queueOrders,
} from '#app/domain/held-webhooks/held-request.ts';
import {
  changeHeldSettings,
  dropHeldWebhooks as dropHeld,
  listHeldWebhooks as listHeld,
  openHeldWebhook,
  replayHeldWebhooks as replayHeld,
} from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import { caller, defineCall, json } from './plumbing/call.ts';
import { linkNext, opaqueCursor } from './plumbing/pages.ts';

const instant = z.iso.datetime();
const count = z.int().min(0);

const ID_EXAMPLE = 'hld_9QpT4vXs7LcR2mZk';
const PATH_EXAMPLE = '/webhook/orders';

const request = {
  id: z.string().startsWith('hld_').meta({ example: ID_EXAMPLE }),
  method: z.string().meta({ example: 'POST' }),
  path: z.string().meta({ example: PATH_EXAMPLE }),
  size: count.meta({ example: 27 }),
  receivedAt: instant.meta({ example: '2026-11-21T09:14:03.120Z' }),
  from: z.string().meta({ example: '203.0.113.9' }),
  why: z.enum(holdReasons).meta({ example: 'restarting' }),
  state: z.enum(heldStates).meta({ example: 'waiting' }),
  failure: z.enum(heldFailures).nullable(),
  attempts: count.meta({ example: 1 }),
  nextAt: instant.nullable().meta({ example: '2026-11-21T09:14:23.120Z' }),
  lastStatus: z.int().nullable(),
  finishedAt: instant.nullable(),
  hasContent: z.boolean().meta({ example: true }),
};

const heldWebhook = z.strictObject(request).meta({ id: 'HeldWebhook' });

const shownValue = z.strictObject({ name: z.string(), value: z.string(), isMasked: z.boolean() });

const openedWebhook = z
  .strictObject({
    ...request,
    query: z.array(shownValue),
    headers: z.array(shownValue),
    body: z
      .strictObject({ encoding: z.enum(['text', 'base64']), content: z.string(), isCut: z.boolean() })
      .nullable(),
  })
  .meta({ id: 'OpenedWebhook' });

const queueSettings = z.strictObject({
  paused: z.boolean().meta({ example: false }),
  order: z.enum(queueOrders).meta({ example: 'behind' }),
});

const webhookQueue = z
  .strictObject({
    ...queueSettings.shape,
    bounds: z
      .strictObject({ count, bytes: count, hours: count })
      .meta({ example: { count: 2_500, bytes: 163_840_000, hours: 72 } }),
    totals: z.strictObject({
      waiting: count.meta({ example: 1 }),
      failed: count.meta({ example: 0 }),
      replayed: count.meta({ example: 12 }),
      dropped: count.meta({ example: 0 }),
      bytes: count.meta({ example: 27 }),
      oldestAt: instant.nullable().meta({ example: '2026-11-21T09:14:03.120Z' }),
    }),
    totalPaths: count.meta({ example: 1 }),
    paths: z.array(
      z.strictObject({
        path: z.string().meta({ example: PATH_EXAMPLE }),
        waiting: count.meta({ example: 1 }),
        failed: count.meta({ example: 0 }),
        oldestAt: instant.nullable().meta({ example: '2026-11-21T09:14:03.120Z' }),
        answerMatters: z.boolean().nullable(),
        choice: z.enum(pathChoices).meta({ example: 'learn' }),
        hours: z.array(
          z.strictObject({
            at: instant.meta({ example: '2026-11-21T09:00:00.000Z' }),
            arrived: count.meta({ example: 13 }),
            held: count.meta({ example: 13 }),
            refused: count.meta({ example: 0 }),
            replayed: count.meta({ example: 12 }),
            failed: count.meta({ example: 0 }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'WebhookQueue' });

const selectedCount = z.strictObject({ count });

const toInstant = (at: number) => new Date(at).toISOString();
const toInstantOrNull = (at: number | null) => (at === null ? null : toInstant(at));

/** @returns a held webhook, or one with its content, with instants as texts. */
function toHeldWebhook<Held extends HeldRequest>(held: Held) {
  return {
    ...held,
    receivedAt: toInstant(held.receivedAt),
    nextAt: toInstantOrNull(held.nextAt),
    finishedAt: toInstantOrNull(held.finishedAt),
  };
}

function toWebhookQueue(held: HeldList): z.output<typeof webhookQueue> {
  const { paused, order, bounds, totals, totalPaths, paths } = held;
  return {
    paused,
    order,
    bounds,
    totalPaths,
    totals: { ...totals, oldestAt: toInstantOrNull(totals.oldestAt) },
    paths: paths.map((path) => ({
      ...path,
      oldestAt: toInstantOrNull(path.oldestAt),
      hours: path.hours.map((hour) => ({ ...hour, at: toInstant(hour.at) })),
    })),
  };
}

/** Newest first, 50 at a time. The workspace's object makes the cursors. */
export const listHeldWebhooks = defineCall('GET /instance/held-webhooks', {
  who: caller('workspace:view'),
  query: {
    path: { schema: heldPathSchema, example: PATH_EXAMPLE },
    state: { schema: heldStateSchema, example: 'waiting' },
    cursor: { schema: opaqueCursor, example: '1204' },
  },
  answers: { 200: json(z.array(heldWebhook)) },
  refusals: ['workspace_not_found'],
  async handle({ request, context, viewer, query, headers }) {
    const { requests, nextCursor } = await listHeld(context.services, viewer, query);
    if (nextCursor !== null) linkNext({ request, headers }, { cursor: nextCursor });
    return requests.map(toHeldWebhook);
  },
});

/** A body can contain personal data, so this needs the operator role, and each call is recorded in the activity. */
export const getHeldWebhook = defineCall('GET /instance/held-webhooks/{id}', {
  who: caller('workspace:configure'),
  parameters: { id: { schema: z.string(), example: ID_EXAMPLE } },
  answers: {
    200: json(openedWebhook, {
      query: [{ name: 'token', value: '••••••••', isMasked: true }],
      headers: [{ name: 'content-type', value: 'application/json', isMasked: false }],
      body: { encoding: 'text', content: '{"order":17,"customer":"Ada"}', isCut: false },
    }),
  },
  refusals: ['held_request_not_found'],
  handle: async ({ context, actor, params }) =>
    toHeldWebhook(await openHeldWebhook(context.services, actor, params.id ?? '')),
});

/** At most 100 paths, those with waiting requests first; `path` asks for one. */
export const getWebhookQueue = defineCall('GET /instance/webhook-queue', {
  who: caller('workspace:view'),
  query: { path: { schema: heldPathSchema, example: PATH_EXAMPLE } },
  answers: { 200: json(webhookQueue) },
  refusals: ['workspace_not_found'],
  handle: async ({ context, viewer, query }) =>
    toWebhookQueue(await listHeld(context.services, viewer, query)),
});

/** Omitted members stay as they are. */
export const changeWebhookQueue = defineCall('PUT /instance/webhook-queue', {
  who: caller('workspace:configure'),
  body: {
    schema: heldChangeSchema,
    example: { paused: true, path: { path: PATH_EXAMPLE, choice: 'hold' } },
  },
  answers: { 200: json(queueSettings, { paused: true }) },
  refusals: ['workspace_not_found'],
  handle: ({ context, actor, body }) => changeHeldSettings(context.services, actor, body),
});

/** Tries waiting requests now and failed ones again, by `ids` or all of a `path`. The answer does not wait for them. */
export const replayHeldWebhooks = defineCall('POST /instance/webhook-queue/replay', {
  who: caller('workspace:configure'),
  body: { schema: heldSelectionSchema, example: { path: PATH_EXAMPLE } },
  answers: { 202: json(selectedCount, { count: 3 }) },
  refusals: ['held_request_not_found', 'held_content_gone'],
  handle: ({ context, actor, body }) => replayHeld(context.services, actor, body),
});

/** Drops waiting and failed requests, by `ids` or all of a `path`, and deletes their contents. */
export const dropHeldWebhooks = defineCall('POST /instance/webhook-queue/drop', {
  who: caller('workspace:configure'),
  body: { schema: heldSelectionSchema, example: { ids: [ID_EXAMPLE] } },
  answers: { 200: json(selectedCount, { count: 1 }) },
  refusals: ['held_request_not_found'],
  handle: ({ context, actor, body }) => dropHeld(context.services, actor, body),
});
