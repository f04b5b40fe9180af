import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, useLoaderData } from '@remix-run/react';
import { useFormAnswer } from '#app/components/form/form-answer.tsx';
import { InstanceNotice } from '#app/components/instance/instance-status.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { Unavailable } from '#app/components/manage/unavailable.tsx';
import { isFailedForm } from '#app/domain/errors/failed-form.ts';
import { listOfferedVersions } from '#app/domain/instance/releases.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { listTimezones } from '#app/domain/time/timezone.ts';
import { member } from '#app/http/admission.ts';
import { runRowAction, submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, pageWithCall } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';
import { configureWorkspace, restartWorkspace } from '#app/use-cases/workspace/configure-workspace.ts';
import { ReadOnlySettings } from './read-only-settings.tsx';
import { RestartCard } from './restart-card.tsx';
import { SettingsForm } from './settings-form.tsx';

export const meta: MetaFunction = () => [{ title: t('manage.pageTitle') }];

export const loader = pageWithCall(
  member('workspace:configure'),
  (workspace, accountId) => workspace.view(accountId),
  async ({ context, called }) => {
    const [instance, { releases, isFallback }, untestedVersion] = await Promise.all([
      called,
      context.services.releases.all(),
      context.services.releases.newestUntested(),
    ]);
    return json({
      instance,
      timezones: listTimezones(),
      versions: instance ? listOfferedVersions(releases, instance.version.name) : [],
      isFeedDown: isFallback,
      untestedVersion,
    });
  },
);

export const action = formAction(
  member('workspace:configure'),
  async ({ request, context, actor }) => {
    const { services } = context;
    const form = await readForm(request);
    if (form.intent === 'restart') {
      return runRowAction(context, paths.manage, 'restart-begun', () => restartWorkspace(services, actor));
    }
    return submitForm(form.parse(portalForms.settings), async (values) => {
      const { isRehearsed } = await configureWorkspace(services, actor, values);
      if (isRehearsed) return redirect(paths.manageUpdate);
      return redirectWithNotice(context, paths.manage, 'settings-saved');
    });
  },
  (intent) => (intent === 'restart' ? 'restart_failed' : 'settings_not_saved'),
);

/** Says with the words of spec §8 that the portal cannot be reached. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const answer = await serverAction<unknown>();
  if (!isFailedForm(answer) || answer.failure !== 'provider_unavailable') return answer;
  const sentence = t(answer.formIntent === 'restart' ? 'errors.restart_failed' : 'errors.settings_not_saved');
  return { ...answer, error: { '': [sentence] }, sentence };
}

export default function Manage() {
  const data = useLoaderData<typeof loader>();
  const { failure, lastResult } = useFormAnswer({ formIntents: ['save', null] });
  const { instance, connection } = useLiveInstance(data.instance);
  const isStopped = instance?.status === InstanceStatus.Stopped;
  return (
    <ManageLayout screen="settings" instance={instance}>
      {!isStopped && <InstanceNotice instance={instance} connection={connection} />}
      {!instance && <Unavailable>{t('dashboard.notThere')}</Unavailable>}
      {instance && isStopped && <ReadOnlySettings instance={instance} />}
      {instance && !isStopped && (
        <>
          <SettingsForm
            instance={data.instance ?? instance}
            versions={data.versions}
            isFeedDown={data.isFeedDown}
            untestedVersion={data.untestedVersion}
            timezones={data.timezones}
            lastResult={lastResult}
          />
          <RestartCard instance={instance} failure={failure} />
        </>
      )}
    </ManageLayout>
  );
}
