import { z } from 'zod';
import { usage, usageExample } from './answers/instance.ts';
import { describeCall, json, workspace } from './plumbing/call.ts';

/** `workers/cloud-limits.ts` answers it, ahead of everything that composing a request takes. */
export const getCloudLimits = describeCall('getCloudLimits', 'GET /cloud/limits', {
  who: workspace('cloud'),
  answers: { 200: json(z.strictObject({ data: usage }), { data: usageExample }) },
  refusals: ['forbidden', 'no_usage_yet'],
});
