import { json, type LinksFunction, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { AiWorkflowCard } from '#app/components/analytics/ai-workflow-card.tsx';
import { AccountStateNotice } from '#app/components/billing/account-state-notice.tsx';
import { useFormAnswer } from '#app/components/form/form-answer.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { holds } from '#app/domain/access/grants.ts';
import { accountStateOf, workspaceStateOf } from '#app/domain/billing/account-state.ts';
import { subscriptionFactsOf } from '#app/domain/billing/subscription-facts.ts';
import type { InstanceOverview } from '#app/domain/instance/overview.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { member } from '#app/http/admission.ts';
import { runAction } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, pageWithCall } from '#app/http/handlers.ts';
import { LATE, withinDeadline } from '#app/http/within-deadline.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { t } from '#app/i18n/t.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';
import stylesheet from './dashboard.css?url';
import { RecentExecutionsCard } from './executions-card.tsx';
import { ForcedUpdateNotice } from './forced-update-notice.tsx';
import { PartState } from './part-state.tsx';
import { CommunityCard, DashboardPlanCard, TrialCard } from './side-cards.tsx';
import { UsageCard } from './usage-card.tsx';
import { usePart } from './use-part.ts';
import { WebhooksCard } from './webhooks-card.tsx';
import { WorkspaceCard } from './workspace-card.tsx';

export const meta: MetaFunction = () => [{ title: t('dashboard.pageTitle') }];

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export const loader = pageWithCall(
  member('workspace:view'),
  (workspace, accountId) => workspace.overview(accountId),
  async ({ request, context, viewer, called }) => {
    const overview = await withinDeadline(request, called);
    return json({
      name: viewer.user.name,
      overview: overview === LATE ? null : overview,
      isLate: overview === LATE,
      canConfigure: holds(viewer, 'workspace:configure'),
      subscription: subscriptionFactsOf(viewer),
      plan: holds(viewer, 'billing:manage') ? viewer.plan : null,
      workspaceUrl: workspaceUrl(context.portal, viewer.workspace.name),
    });
  },
);

/** "Open workspace": creates the single-use link and redirects to it. A post, so that nothing prefetches it. */
export const action = formAction(member('workspace:open'), async ({ request, context, viewer }) => {
  // Has no fields but the page's account.
  await readForm(request);
  return runAction(async () => {
    const { url } = await openWorkspace(context.services, viewer, context.startedAt);
    return redirect(url, { status: 303 });
  });
});

export default function Dashboard() {
  const data = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  // Decided once: what came late stays where it came.
  const [isLate] = useState(data.isLate);
  const part = usePart<InstanceOverview>('overview', data.isLate ? undefined : data.overview);
  const overview = part.value;
  const { instance, connection } = useLiveInstance(overview?.view ?? null);
  const announcements = instance && overview && (
    <>
      <AccountStateNotice
        screen="dashboard"
        subscription={data.subscription}
        instance={instance}
        now={overview.now}
      />
      <ForcedUpdateNotice instance={instance} canConfigure={data.canConfigure} />
    </>
  );
  // Why the status is not there: the page loads it, or its read failed.
  const status = overview === null && (
    <>
      <PartState part={part} failure={t('dashboard.notThere')} />
      {/* Without a script, the browser loads the page again, and then waits for all of it. */}
      {isLate && (
        <noscript>
          <meta httpEquiv="refresh" content="0;url=?whole" />
        </noscript>
      )}
    </>
  );
  const trial = instance && <TrialCard instance={instance} />;
  const aiWorkflow = instance?.status === InstanceStatus.Online && <AiWorkflowCard />;
  const usage = instance && overview && instance.notice !== 'deleted' && (
    <UsageCard {...overview} instance={instance} plan={data.plan} />
  );
  return (
    <DefaultLayout instance={instance}>
      <Page title={t('dashboard.title', { name: data.name })} width="wide">
        {failure && <Notice tone="warning">{failure}</Notice>}
        {!isLate && announcements}
        <div className="dashboard">
          <div className="dashboard__first">
            <WorkspaceCard
              instance={instance}
              connection={connection}
              url={data.workspaceUrl}
              lastBackupAt={overview?.lastBackupAt ?? null}
              state={status}
              hasFailed={overview === null && part.hasFailed}
            />
          </div>
          <div className="dashboard__aside">
            {!isLate && trial}
            {data.plan && (
              <DashboardPlanCard
                plan={data.plan}
                state={accountStateOf(data.subscription.state, workspaceStateOf(instance))}
              />
            )}
            {!isLate && aiWorkflow}
            <WebhooksCard />
          </div>
          <div>
            {!isLate && usage}
            <RecentExecutionsCard instance={instance} />
            {/* Late parts come last, so that existing content does not move. */}
            {isLate && (
              <>
                {announcements}
                {usage}
                {trial}
                {aiWorkflow}
              </>
            )}
          </div>
          <div className="dashboard__last">
            <CommunityCard />
          </div>
        </div>
      </Page>
    </DefaultLayout>
  );
}
