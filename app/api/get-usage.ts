import { sumCountedByDay, usageByWorkflow } from '#app/domain/usage/by-workflow.ts';
import { forecastMonth } from '#app/domain/usage/forecast.ts';
import { objectOf } from '#app/http/instance.ts';
import { monthParameter, monthUsage, monthUsageExample } from './answers/executions.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

/** Not in the spec: a month's executions by workflow and day. */
export const getUsage = defineCall('GET /instance/usage', {
  who: caller('workspace:view'),
  query: { month: monthParameter },
  answers: { 200: json(monthUsage, monthUsageExample) },
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
    const { workflows, comparison } = usageByWorkflow(sums, previous, now);
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
      forecast: forecastMonth({ month, byDay, earlier }, now),
    };
  },
});
