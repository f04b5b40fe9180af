import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AiWorkflowCard } from '#app/components/analytics/ai-workflow-card.tsx';
import { drawCloth } from '#app/components/brand/cloth.ts';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { InstanceBadge, InstanceNotice } from '#app/components/instance/instance-status.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { OnboardingSteps } from '#app/components/onboarding/onboarding-steps.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { TEMPLATE_PARAMETER, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { isTemplateId } from '#app/domain/instance/template-path.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, pageWithCall } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { launchWorkspace } from '#app/use-cases/workspace/open-workspace.ts';

export const meta: MetaFunction = () => [{ title: t('launching.pageTitle') }];

export const loader = pageWithCall(
  member('account:setup', ['launch']),
  (workspace, accountId) => workspace.view(accountId),
  async ({ context, viewer, called }) =>
    json({ instance: await called, url: workspaceUrl(context.portal, viewer.workspace.name) }),
);

/** The start button: ends the setup, and redirects to the template that the form names. Idempotent. */
export const action = formAction(
  member('account:setup', ['launch', null]),
  async ({ request, context, viewer }) => {
    const form = (await readForm(request)).values(portalForms.launch);
    const templateId = form[TEMPLATE_PARAMETER];
    await launchWorkspace(context.services, viewer);
    return redirect(withTemplateId(paths.dashboard, isTemplateId(templateId) ? templateId : null));
  },
);

export default function Launching() {
  const { instance: initial, url } = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  const { instance, connection } = useLiveInstance(initial);
  const isOnline = instance?.status === InstanceStatus.Online;
  const hasTrouble = instance?.notice != null || connection === 'timed-out';
  const words = isOnline ? 'ready' : hasTrouble ? 'trouble' : 'pending';
  return (
    <PublicLayout>
      <Page
        title={t(`launching.${words}Title`)}
        lead={
          isOnline ? (
            <>
              <Trans i18nKey="launching.readyLead" values={{ host: new URL(url).host }} />{' '}
              <CopyButton text={url} label={t('ui.copy.address')} />
            </>
          ) : (
            t(hasTrouble ? 'launching.troubleLead' : 'launching.pendingLead')
          )
        }
        width="regular"
        eyebrow={<OnboardingSteps step="launch" />}
      >
        <div className="launching">
          <WeavingLoader isActive={!isOnline} />
          <InstanceBadge instance={instance} />
        </div>
        <InstanceNotice instance={instance} connection={connection} />
        <FailureNotice sentence={failure} />
        {isOnline ? (
          <>
            <PostForm className="form">
              <SubmitButton size="lg" isWide>
                {t('launching.start')}
              </SubmitButton>
            </PostForm>
            <AiWorkflowCard endsSetUp />
          </>
        ) : (
          <div className="cluster">
            {hasTrouble && (
              <>
                <PostForm>
                  <SubmitButton>{t('launching.goOn')}</SubmitButton>
                </PostForm>
                <ButtonLink to={paths.help} variant="secondary">
                  {t('launching.help')}
                </ButtonLink>
              </>
            )}
            <ButtonLink to={paths.launching} variant="quiet" reloadDocument>
              {t('launching.refresh')}
            </ButtonLink>
          </div>
        )}
      </Page>
    </PublicLayout>
  );
}

const cloth = drawCloth({ columns: 9, rows: 5, pitch: 20, origin: { x: 40, y: 30 }, overhang: 16 });

/** A thread being woven while the workspace starts, else the finished cloth. Decorative: text beside it gives the state. */
function WeavingLoader({ isActive }: { isActive: boolean }) {
  return (
    <svg
      className={isActive ? 'weaving weaving--active' : 'weaving'}
      viewBox="0 0 240 140"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path className="cloth__warp" d={cloth.warp} />
      <path className="cloth__weft weaving__weft" pathLength="100" d={cloth.weft} />
      <path className="cloth__over" d={cloth.over} />
    </svg>
  );
}
