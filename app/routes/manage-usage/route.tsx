import type { SubmissionResult } from '@conform-to/react';
import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useKeptInput } from '#app/components/form/form-answer.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { Unavailable } from '#app/components/manage/unavailable.tsx';
import { holds } from '#app/domain/access/grants.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { paths } from '#app/domain/paths.ts';
import { sumCountedByDay, usageByWorkflow } from '#app/domain/usage/by-workflow.ts';
import { readExecutionFilter } from '#app/domain/usage/executions.ts';
import { forecastMonth } from '#app/domain/usage/forecast.ts';
import { member } from '#app/http/admission.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { parseForm } from '#app/http/forms.ts';
import { formAction, pageWithCall } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';
import { chooseAtLimit } from '#app/use-cases/billing/choose-at-limit.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import { AtLimitCard } from './at-limit-card.tsx';
import { ExecutionsCard } from './executions-card.tsx';
import { MonthCard } from './month-card.tsx';
import { loadAtLimit } from './read-at-limit.ts';
import { WorkflowsCard } from './workflows-card.tsx';

export const meta: MetaFunction = () => [{ title: t('usage.pageTitle') }];

export const loader = pageWithCall(
  member('workspace:view'),
  callReport,
  async ({ request, context, viewer, called }) => {
    const query = new URL(request.url).searchParams;
    const report = await called;
    if (!report) return json(null);
    const { sums, previous, month, now, readAt, view } = report;
    const canChangePlan = holds(viewer, 'billing:manage');
    const byDay = sums ? sumCountedByDay(sums) : [];
    const earlier = previous ? sumCountedByDay(previous) : [];
    return json({
      filter: readExecutionFilter(query, month),
      month,
      now,
      instance: view,
      byDay,
      readAt,
      isLive: report.isLive,
      /** Null before the first reading. */
      used: sums ? sums.executions : null,
      previousMonth: previous?.month ?? null,
      byWorkflow: sums && usageByWorkflow(sums, previous, readAt ?? now),
      forecast: forecastMonth({ month, byDay, earlier, readAt }, now),
      rows: report.page,
      canChangePlan,
      /** Null for roles without billing permission, and when it cannot be read. */
      atLimit: canChangePlan ? await loadAtLimit(context, viewer, view.limits.executions) : null,
      isCurrentMonth: month === timeframeOf(now),
    });
  },
);

function callReport(workspace: WorkspaceRpc, accountId: string, { request }: LoaderFunctionArgs) {
  const filter = readExecutionFilter(new URL(request.url).searchParams, '');
  return workspace.usageReport({ accountId, filter: { ...filter, month: filter.month || null } });
}

/** Roles with billing permission choose what happens at the limit. */
export const action = formAction(member('billing:manage'), async ({ request, context, actor }) =>
  submitForm(await parseForm(request, portalForms.atLimit), async (choice) => {
    await chooseAtLimit(context.services, actor, choice);
    const notice = choice.atLimit === 'hold' ? 'at-limit-hold' : 'at-limit-run-on';
    return redirectWithNotice(context, paths.usage, notice);
  }),
);

/** The month's executions: by day with a forecast, by workflow, and one by one. */
export default function ManageUsage() {
  const data = useLoaderData<typeof loader>();
  const kept = useKeptInput();
  const lastResult = useActionData<SubmissionResult>() ?? kept;
  const { instance } = useLiveInstance(data?.instance ?? null);
  return (
    <ManageLayout screen="usage" instance={instance}>
      {data && instance ? (
        <>
          <MonthCard {...data} limit={instance.limits.executions} terms={instance.overage?.terms ?? null} />
          {data.atLimit && data.isCurrentMonth && (
            <AtLimitCard
              atLimit={data.atLimit}
              limit={instance.limits.executions}
              paid={instance.overage?.executions ?? 0}
              priceInForce={instance.overage?.terms?.unitPrice ?? null}
              forecast={data.forecast}
              lastResult={lastResult}
            />
          )}
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
        <Unavailable>{t('usage.month.notThere')}</Unavailable>
      )}
    </ManageLayout>
  );
}
