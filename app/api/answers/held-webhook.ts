import { z } from 'zod';
import {
  type HeldList,
  type HeldRequest,
  heldFailures,
  heldStates,
  holdReasons,
  pathChoices,
  queueOrders,
} from '#app/domain/held-webhooks/held-request.ts';

const instant = z.iso.datetime();
const count = z.int().min(0);

const request = {
  id: z.string().startsWith('hld_'),
  method: z.string(),
  path: z.string(),
  size: count,
  receivedAt: instant,
  from: z.string(),
  why: z.enum(holdReasons),
  state: z.enum(heldStates),
  failure: z.enum(heldFailures).nullable(),
  attempts: count,
  nextAt: instant.nullable(),
  lastStatus: z.int().nullable(),
  finishedAt: instant.nullable(),
  hasContent: z.boolean(),
};

/** A held webhook in lists. */
export const heldWebhook = z.strictObject(request).meta({ id: 'HeldWebhook' });

const shownValue = z.strictObject({ name: z.string(), value: z.string(), isMasked: z.boolean() });

/** A held webhook with its content. */
export const openedWebhook = z
  .strictObject({
    ...request,
    query: z.array(shownValue),
    headers: z.array(shownValue),
    body: z
      .strictObject({ encoding: z.enum(['text', 'base64']), content: z.string(), isCut: z.boolean() })
      .nullable(),
  })
  .meta({ id: 'OpenedWebhook' });

/** Settings of the whole queue. */
export const queueSettings = z.strictObject({ paused: z.boolean(), order: z.enum(queueOrders) });

const counts = { arrived: count, held: count, refused: count, replayed: count, failed: count };

export const webhookQueue = z
  .strictObject({
    ...queueSettings.shape,
    bounds: z.strictObject({ count, bytes: count, hours: count }),
    totals: z.strictObject({
      waiting: count,
      failed: count,
      replayed: count,
      dropped: count,
      bytes: count,
      oldestAt: instant.nullable(),
    }),
    totalPaths: count,
    paths: z.array(
      z.strictObject({
        path: z.string(),
        waiting: count,
        failed: count,
        oldestAt: instant.nullable(),
        answerMatters: z.boolean().nullable(),
        choice: z.enum(pathChoices),
        hours: z.array(z.strictObject({ at: instant, ...counts })),
      }),
    ),
  })
  .meta({ id: 'WebhookQueue' });

/** Number of requests that a replay or a drop selects. */
export const selectedCount = z.strictObject({ count });

export const heldExample = {
  id: 'hld_9QpT4vXs7LcR2mZk',
  method: 'POST',
  path: '/webhook/orders',
  size: 27,
  receivedAt: '2026-11-21T09:14:03.120Z',
  from: '203.0.113.9',
  why: 'restarting',
  state: 'waiting',
  failure: null,
  attempts: 1,
  nextAt: '2026-11-21T09:14:23.120Z',
  lastStatus: null,
  finishedAt: null,
  hasContent: true,
};

export const queueExample = {
  paused: false,
  order: 'behind',
  bounds: { count: 2_500, bytes: 163_840_000, hours: 72 },
  totals: { waiting: 1, failed: 0, replayed: 12, dropped: 0, bytes: 27, oldestAt: heldExample.receivedAt },
  totalPaths: 1,
  paths: [
    {
      path: heldExample.path,
      waiting: 1,
      failed: 0,
      oldestAt: heldExample.receivedAt,
      answerMatters: null,
      choice: 'learn',
      hours: [{ at: '2026-11-21T09:00:00.000Z', arrived: 13, held: 13, refused: 0, replayed: 12, failed: 0 }],
    },
  ],
};

const toInstant = (at: number) => new Date(at).toISOString();
const toInstantOrNull = (at: number | null) => (at === null ? null : toInstant(at));

/** @returns a held webhook, or one with its content, with instants as texts. */
export function toHeldWebhook<Held extends HeldRequest>(held: Held) {
  return {
    ...held,
    receivedAt: toInstant(held.receivedAt),
    nextAt: toInstantOrNull(held.nextAt),
    finishedAt: toInstantOrNull(held.finishedAt),
  };
}

export function toWebhookQueue(held: HeldList): z.output<typeof webhookQueue> {
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
