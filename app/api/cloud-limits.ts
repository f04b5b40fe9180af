import { z } from 'zod';
// Separate from `cloud.ts`, and without `call.ts`, whose plumbing for pages would load with the object's tests and before each such request.
import { describeCall, json } from './plumbing/define-call.ts';
import { workspace } from './plumbing/workspace-caller.ts';

/** What a workspace used in a month. */
export const usedLimits = z.strictObject({
  timeframe: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .meta({ example: '2026-11' }),
  executions: z.int().meta({ example: 42 }),
  activeWorkflows: z.int().meta({ example: 3 }),
});

const limits = z.strictObject({ data: usedLimits });
export type CloudLimits = z.output<typeof limits>;

/** `workers/cloud-limits.ts` answers this call, before a request context is composed. */
export const getCloudLimits = describeCall('GET /cloud/limits', {
  who: workspace('cloud'),
  answers: { 200: json(limits) },
  refusals: ['forbidden', 'no_usage_yet'],
});
