import { z } from 'zod';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import {
  cursorPattern,
  type ExecutionFilter,
  executionTriggers,
  uncountedReasons,
} from '#app/domain/usage/executions.ts';
import { monthPattern } from '#app/domain/usage/months.ts';
import type { ReadPurpose } from './signing.ts';

const count = z.number().int().nonnegative();
const text = z.string().max(128);
const counts = z.array(count).max(31);

const sumsSchema = z.object({
  data: z.object({
    month: z.string().regex(monthPattern),
    executions: count,
    workflows: z.array(z.object({ id: text, name: text, counted: counts, notCounted: counts })),
  }),
});

const pageSchema = z.object({
  data: z.object({
    rows: z.array(
      z.object({
        id: z.number().int().positive(),
        // The largest time of a `Date`.
        at: count.max(8.64e15),
        workflowId: text,
        workflowName: text,
        // A newer hook may have more kinds.
        trigger: z.enum(executionTriggers).catch('other'),
        reason: z.enum(uncountedReasons).nullable().catch('not_production'),
      }),
    ),
    next: z.string().regex(cursorPattern).nullable(),
  }),
});

type Get = (facts: InstanceFacts, purpose: ReadPurpose, query: URLSearchParams) => Promise<Response>;

/** The reads of a workspace's executions (docs/cluster.md, "Usage and the execution limit"). */
export function executionReads(get: Get): Pick<WorkspaceProcess, 'monthSums' | 'executions'> {
  return {
    async monthSums(facts, month) {
      const response = await get(facts, 'usage-days', new URLSearchParams({ month }));
      return sumsSchema.parse(await response.json()).data;
    },
    async executions(facts, filter) {
      const response = await get(facts, 'executions', queryOf(filter));
      return pageSchema.parse(await response.json()).data;
    },
  };
}

function queryOf({ month, day, workflowId, isCounted, cursor, limit }: ExecutionFilter & { limit: number }) {
  const query = new URLSearchParams({ month, limit: String(limit) });
  if (day !== undefined) query.set('day', String(day));
  if (workflowId !== undefined) query.set('workflow', workflowId);
  if (isCounted !== undefined) query.set('counted', String(isCounted));
  if (cursor !== undefined) query.set('cursor', cursor);
  return query;
}
