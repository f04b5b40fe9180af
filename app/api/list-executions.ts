import { z } from 'zod';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { cursorPattern } from '#app/domain/usage/executions.ts';
import { objectOf } from '#app/http/instance.ts';
import { unwrap } from '#app/use-cases/workspace/call-object.ts';
import { execution, executionExample, monthParameter } from './answers/executions.ts';
import { caller, defineCall, json } from './plumbing/call.ts';
import { cursorError, linkNext, MAX_LIMIT, pageQuery } from './plumbing/pages.ts';

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
  answers: { 200: json(z.array(execution), [executionExample]) },
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
