import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { holds } from '#app/domain/access/grants.ts';
import { countedByDay, usageByWorkflow } from '#app/domain/usage/by-workflow.ts';
import { readExecutionFilter } from '#app/domain/usage/executions.ts';
import { forecastMonth } from '#app/domain/usage/forecast.ts';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { readUsageReport } from '#app/http/instance.ts';
import { t } from '#app/i18n/t.ts';
import { ExecutionsCard } from './executions-card.tsx';
import { MonthCard } from './month-card.tsx';
import { WorkflowsCard } from './workflows-card.tsx';

export const meta: MetaFunction = () => [{ title: t('usage.pageTitle') }];

export const loader = page(member('workspace:view'), async ({ request, context, viewer }) => {
  const query = new URL(request.url).searchParams;
  const report = await readUsageReport(context, viewer, {
    ...readExecutionFilter(query, ''),
    month: readExecutionFilter(query, '').month || null,
  });
  if (!report) return json(null);
  const { sums, previous, month, now, view } = report;
  const byDay = sums ? countedByDay(sums) : [];
  const earlier = previous ? countedByDay(previous) : [];
  return json({
    filter: readExecutionFilter(query, month),
    ...{ month, now, instance: view, byDay, readAt: report.readAt, isLive: report.isLive },
    /** Null before the first reading. */
    used: sums ? sums.executions : null,
    previousMonth: previous?.month ?? null,
    byWorkflow: sums && usageByWorkflow(sums, previous, now),
    forecast: forecastMonth({ month, byDay, earlier }, now),
    rows: report.page,
    canChangePlan: holds(viewer, 'billing:manage'),
  });
});

/** The month's executions: by day with a forecast, by workflow, and one by one. */
export default function ManageUsage() {
  const data = useLoaderData<typeof loader>();
  const { instance } = useLiveInstance(data?.instance ?? null);
  return (
    <ManageLayout screen="usage" instance={instance}>
      {data && instance ? (
        <>
          <MonthCard {...data} limit={instance.limits.executions} />
          {data.byWorkflow && data.used !== null && (
            <WorkflowsCard {...data.byWorkflow} previousMonth={data.previousMonth} filter={data.filter} />
          )}
          {data.byWorkflow && (
            <ExecutionsCard
              page={data.rows}
              filter={data.filter}
              workflows={data.byWorkflow.workflows}
              now={data.now}
              isLive={data.isLive}
            />
          )}
        </>
      ) : (
        <p>{t('usage.month.notThere')}</p>
      )}
    </ManageLayout>
  );
}
