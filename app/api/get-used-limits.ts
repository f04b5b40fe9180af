import { requireLiveInstance, usage, usageExample } from './answers/instance.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

/** Spec §7: this month's usage; 404 before the workspace's first report, and once it is deleted. */
export const getUsedLimits = defineCall('GET /instance/used-limits', {
  who: caller('workspace:view', 'unconfirmed-too'),
  answers: { 200: json(usage, usageExample) },
  refusals: ['workspace_not_found', 'no_usage_yet'],
  async handle({ context, viewer }) {
    const view = await requireLiveInstance(context, viewer);
    if (!view.usage) throw new AppError('no_usage_yet');
    return view.usage;
  },
});
