import { z } from 'zod';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { executionTriggers, uncountedReasons } from '#app/domain/usage/executions.ts';
import { monthPattern } from '#app/domain/usage/months.ts';

const monthError = { error: fieldError('month_invalid') };

/** A month, UTC; without it, the current one. */
export const monthParameter = {
  schema: z.string(monthError).regex(monthPattern, monthError),
  example: '2026-11',
};

/** An execution of the workspace. */
export const execution = z
  .strictObject({
    id: z.int(),
    at: z.iso.datetime(),
    workflow: z.strictObject({ id: z.string(), name: z.string() }),
    trigger: z.enum(executionTriggers),
    isCounted: z.boolean(),
    /** Why it does not count. */
    reason: z.enum(uncountedReasons).nullable(),
  })
  .meta({ id: 'Execution' });

/** A month's executions, by day and by workflow. */
export const monthUsage = z
  .strictObject({
    month: z.string(),
    limit: z.int(),
    executions: z.int(),
    /** False for the last reading of a workspace that did not answer. */
    isLive: z.boolean(),
    readAt: z.iso.datetime(),
    /** Counted executions of each day of the month, from the first. */
    byDay: z.array(z.int()),
    workflows: z.array(
      z.strictObject({
        /** Empty for the sum of the workflows without their own. */
        id: z.string(),
        name: z.string(),
        executions: z.int(),
        notCounted: z.int(),
        /** Share of the month's executions, 0 to 1. */
        share: z.number(),
        change: z.int().nullable(),
      }),
    ),
    /**
     * The period that `change` compares with: the same days of the month before, or the seven days before the last
     * seven.
     */
    comparedWith: z.enum(['month', 'week']).nullable(),
    forecast: z.strictObject({ low: z.int(), expected: z.int(), high: z.int(), days: z.int() }).nullable(),
  })
  .meta({ id: 'MonthUsage' });

export const executionExample = {
  id: 1204,
  at: '2026-11-21T08:30:00.000Z',
  workflow: { id: 'k2Xc8Qv1', name: 'New orders' },
  trigger: 'webhook' as const,
  isCounted: true,
  reason: null,
};

export const monthUsageExample = {
  month: '2026-11',
  limit: 2500,
  executions: 3,
  isLive: true,
  readAt: '2026-11-03T09:00:00.000Z',
  byDay: [2, 0, 1, ...Array.from({ length: 27 }, () => 0)],
  workflows: [{ id: 'k2Xc8Qv1', name: 'New orders', executions: 3, notCounted: 1, share: 1, change: 2 }],
  comparedWith: 'month' as const,
  forecast: null,
};
