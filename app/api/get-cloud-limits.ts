import { z } from 'zod';
import { usage, usageExample } from './answers/instance.ts';
// Not by `call.ts`: its pages' plumbing would be loaded with the object's tests and ahead of each such request.
import { describeCall, json } from './plumbing/define-call.ts';
import { workspace } from './plumbing/workspace-caller.ts';

const limits = z.strictObject({ data: usage });
export type CloudLimits = z.output<typeof limits>;

/** `workers/cloud-limits.ts` answers this call, before a request context is composed. */
export const getCloudLimits = describeCall('GET /cloud/limits', {
  who: workspace('cloud'),
  answers: { 200: json(limits, { data: usageExample }) },
  refusals: ['forbidden', 'no_usage_yet'],
});
