import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AiWorkflowCard } from '#app/components/analytics/ai-workflow-card.tsx';
import { useFormAnswer } from '#app/components/form/form-answer.tsx';
import { keepAfterFailure } from '#app/components/form/keep-after-failure.ts';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PageFlash, useFrame } from '#app/components/layout/page-flash.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { holds } from '#app/domain/access/grants.ts';
import { accountStateOf, workspaceStateOf } from '#app/domain/billing/account-state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { subscriptionFactsOf } from '#app/http/account-state.ts';
import { member } from '#app/http/admission.ts';
import { runAction } from '#app/http/form-actions.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { readOverview } from '#app/http/instance.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { t } from '#app/i18n/t.ts';
import { openWorkspace } from '#app/use-cases/workspace/open-workspace.ts';
import { Announcements } from './announcements.tsx';
import { CommunityCard } from './community-card.tsx';
import { DashboardPlanCard } from './dashboard-plan-card.tsx';
import { TrialCard } from './trial-card.tsx';
import { UsageCard } from './usage-card.tsx';
import { WorkspaceCard } from './workspace-card.tsx';

export const meta: MetaFunction = () => [{ title: t('dashboard.pageTitle') }];

export const loader = page(member('workspace:view'), async ({ context, viewer }) => {
  return json({
    name: viewer.user.name,
    overview: await readOverview(context, viewer),
    canConfigure: holds(viewer, 'workspace:configure'),
    subscription: subscriptionFactsOf(viewer),
    plan: holds(viewer, 'billing:manage') ? viewer.plan : null,
    workspaceUrl: workspaceUrl(context.portal, viewer.workspace.name),
  });
});

/** "Open workspace": mints the single-use link and leads there. A post, so that nothing prefetches it. */
export const action = formAction(member('workspace:open'), async ({ context, viewer }) => {
  return runAction(async () => {
    const { url } = await openWorkspace(context.services, viewer);
    return redirect(url, { status: 303 });
  });
});

export const shouldRevalidate = keepAfterFailure;

export default function Dashboard() {
  const { viewer } = useFrame();
  const data = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  const { instance, connection } = useLiveInstance(data.overview?.view ?? null);
  return (
    <DefaultLayout viewer={viewer} instance={instance} flash={<PageFlash />}>
      <Page title={t('dashboard.title', { name: data.name })} width="wide">
        {failure && <Notice tone="warning">{failure}</Notice>}
        {instance && data.overview && (
          <Announcements
            instance={instance}
            subscription={data.subscription}
            now={data.overview.now}
            canConfigure={data.canConfigure}
          />
        )}
        <div className="grid grid--lg">
          <WorkspaceCard
            instance={instance}
            connection={connection}
            url={data.workspaceUrl}
            lastBackupAt={data.overview?.lastBackupAt ?? null}
          />
          {instance?.status === InstanceStatus.Online && <AiWorkflowCard />}
          {instance && <TrialCard instance={instance} />}
          {data.plan && (
            <DashboardPlanCard
              planId={data.plan.id}
              displayName={data.plan.displayName}
              state={accountStateOf(data.subscription.state, workspaceStateOf(instance))}
            />
          )}
          <CommunityCard />
        </div>
        {instance && data.overview && instance.notice !== 'deleted' && (
          <UsageCard instance={instance} usageByDay={data.overview.usageByDay} now={data.overview.now} />
        )}
      </Page>
    </DefaultLayout>
  );
}
