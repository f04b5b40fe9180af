import { z } from 'zod';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { sumCountedByDay, usageByWorkflow } from '#app/domain/usage/by-workflow.ts';
import { cursorPattern, executionTriggers, uncountedReasons } from '#app/domain/usage/executions.ts';
import { forecastMonth } from '#app/domain/usage/forecast.ts';
import { monthPattern } from '#app/domain/usage/months.ts';
import { objectOf } from '#app/http/instance.ts';
import { unwrap } from '#app/use-cases/workspace/call-object.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';
import { cursorError, linkNext, MAX_LIMIT, pageQuery } from './plumbing/pages.ts';

const monthError = { error: fieldError('month_invalid') };

/** A month, UTC; without it, the current one. */
const monthParameter = {
  schema: z.string(monthError).regex(monthPattern, monthError),
  example: '2026-11',
};

const execution = z
  .strictObject({
    id: z.int().meta({ example: 1204 }),
    at: z.iso.datetime().meta({ example: '2026-11-21T08:30:00.000Z' }),
    workflow: z
      .strictObject({ id: z.string(), name: z.string() })
      .meta({ example: { id: 'k2Xc8Qv1', name: 'New orders' } }),
    trigger: z.enum(executionTriggers).meta({ example: 'webhook' }),
    isCounted: z.boolean().meta({ example: true }),
    reason: z.enum(uncountedReasons).nullable(),
  })
  .meta({ id: 'Execution' });

const monthUsage = z
  .strictObject({
    month: z.string().meta({ example: '2026-11' }),
    limit: z.int().meta({ example: 2500 }),
    executions: z.int().meta({ example: 3 }),
    /** False for the last reading of a workspace that did not answer. */
    isLive: z.boolean().meta({ example: true }),
    readAt: z.iso.datetime().meta({ example: '2026-11-03T09:00:00.000Z' }),
    /** Counted executions of each day of the month, from the first. */
    byDay: z.array(z.int()).meta({ example: [2, 0, 1, ...Array.from({ length: 27 }, () => 0)] }),
    workflows: z.array(
      z.strictObject({
        /** Empty for the sum of the workflows without their own. */
        id: z.string().meta({ example: 'k2Xc8Qv1' }),
        name: z.string().meta({ example: 'New orders' }),
        executions: z.int().meta({ example: 3 }),
        notCounted: z.int().meta({ example: 1 }),
        /** Share of the month's executions, 0 to 1. */
        share: z.number().meta({ example: 1 }),
        change: z.int().nullable().meta({ example: 2 }),
      }),
    ),
    /** The period that `change` compares with: the same days of the month before, or the seven days before the last seven. */
    comparedWith: z.enum(['month', 'week']).nullable().meta({ example: 'month' }),
    forecast: z.strictObject({ low: z.int(), expected: z.int(), high: z.int(), days: z.int() }).nullable(),
  })
  .meta({ id: 'MonthUsage' });

/** Not in the spec: a month's executions by workflow and day. */
export const getUsage = defineCall('GET /instance/usage', {
  who: caller('workspace:view'),
  query: { month: monthParameter },
  answers: { 200: json(monthUsage) },
  refusals: ['workspace_not_found', 'no_usage_yet'],
  failure: 'workspace_status_unavailable',
  async handle({ context, viewer, query }) {
    const report = await objectOf(context, viewer).usageReport({
      accountId: viewer.account.id,
      filter: { month: query.month ?? null },
    });
    if (!report) throw new AppError('workspace_not_found');
    const { sums, previous, now, readAt, month, isLive } = report;
    if (!sums || readAt === null) throw new AppError('no_usage_yet');
    const { workflows, comparison } = usageByWorkflow(sums, previous, readAt);
    const byDay = sumCountedByDay(sums);
    const earlier = previous ? sumCountedByDay(previous) : [];
    return {
      month,
      limit: report.view.limits.executions,
      executions: sums.executions,
      isLive,
      byDay,
      readAt: new Date(readAt).toISOString(),
      workflows: workflows.map(({ counted, ...workflow }) => ({ ...workflow, executions: counted })),
      comparedWith: comparison,
      forecast: forecastMonth({ month, byDay, earlier, readAt }, now),
    };
  },
});

const dayError = { error: fieldError('day_invalid') };
const countedError = { error: fieldError('counted_invalid') };
const workflowError = { error: fieldError('workflow_invalid') };

/** Not in the spec: the executions of a month, each with why it counts or not. */
export const listExecutions = defineCall('GET /instance/executions', {
  who: caller('workspace:view'),
  query: {
    month: monthParameter,
    day: {
      schema: z
        .string(dayError)
        .regex(/^(?:[1-9]|[12]\d|3[01])$/, dayError)
        .transform(Number),
      example: '21',
    },
    workflow: {
      schema: z.string(workflowError).min(1, workflowError).max(64, workflowError),
      example: 'k2Xc8Qv1',
    },
    counted: {
      schema: z.enum(['true', 'false'], countedError).transform((text) => text === 'true'),
      example: 'false',
    },
    limit: pageQuery.limit,
    cursor: { schema: z.string(cursorError).regex(cursorPattern, cursorError), example: '1204' },
  },
  answers: { 200: json(z.array(execution)) },
  refusals: ['workspace_not_found', 'workspace_not_online'],
  failure: 'workspace_status_unavailable',
  async handle({ request, context, viewer, query, headers }) {
    const { day, workflow, counted, cursor, limit = MAX_LIMIT } = query;
    const month = query.month ?? timeframeOf(context.services.clock.now());
    const page = unwrap(
      await objectOf(context, viewer).executions({
        accountId: viewer.account.id,
        filter: { month, day, workflowId: workflow, isCounted: counted, cursor },
        limit,
      }),
    );
    if (page.next !== null)
      linkNext({ request, headers }, { month, limit: String(limit), cursor: page.next });
    return page.rows.map(({ id, at, workflowId, workflowName, trigger, reason }) => ({
      id,
      at: new Date(at).toISOString(),
      trigger,
      isCounted: reason === null,
      reason,
      workflow: { id: workflowId, name: workflowName },
    }));
  },
});
