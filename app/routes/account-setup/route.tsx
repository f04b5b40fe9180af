import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { nextStepOf } from '#app/domain/access/viewer.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import { toSelectableApps } from '#app/domain/catalogue/selectable-apps.ts';
import { paths } from '#app/domain/paths.ts';
import { listTimezones, resolveTimezone } from '#app/domain/time/timezone.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { t } from '#app/i18n/t.ts';
import { answerSurvey } from '#app/use-cases/onboarding/answer-survey.ts';
import { selectApps } from '#app/use-cases/onboarding/select-apps.ts';
import { hasLogo } from './app-icon.tsx';
import { AppPicker } from './app-picker.tsx';
import { SurveyForm } from './survey-form.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t(data?.step === 'apps' ? 'apps.pageTitle' : 'setup.pageTitle') },
];

/** The `account-not-setup` guard (spec §2) is `member` with these steps: a person past both steps continues. */
export const loader = page(member('account:setup', ['survey', 'apps']), async ({ context, viewer }) => {
  if (nextStepOf(viewer) === 'survey') {
    return json({
      step: 'survey' as const,
      constraint: htmlConstraints(surveySchema),
      timezones: listTimezones(),
      // An older account can have a former name of its zone, which the list no longer has.
      timezone: resolveTimezone(viewer.account.timezone) ?? viewer.account.timezone,
    });
  }
  const { apps, isComplete } = await context.services.catalogue.apps();
  return json({ step: 'apps' as const, apps: toSelectableApps(apps, new Set(), hasLogo), isComplete });
});

export const action = formAction(
  member('account:setup', onceConfirmed),
  async ({ request, context, actor }) => {
    // A form posted twice, or from an old tab: saving again is idempotent, so both continue with the same step.
    const form = await readForm(request);
    if (form.intent === 'apps') {
      return submitForm(form.parse(portalForms.selectedApps), async ({ apps }) => {
        await selectApps(context.services, actor, apps);
        return redirect(paths.inviteTeammate);
      });
    }
    return submitForm(form.parse(portalForms.survey), async (answer) => {
      await answerSurvey(context.services, actor, answer);
      return redirect(paths.setup);
    });
  },
  (intent) => (intent === 'apps' ? 'apps_not_saved' : 'survey_not_saved'),
);

export default function AccountSetup() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  // The choices of a refused form stay selected, also without JavaScript.
  const chosen = new Set([lastResult?.initialValue?.apps ?? []].flat());
  return (
    <PublicLayout>
      {data.step === 'survey' ? (
        <SurveyForm {...data} lastResult={lastResult} />
      ) : (
        <AppPicker
          apps={data.apps.map((app) => ({ ...app, selected: app.selected || chosen.has(app.name) }))}
          isComplete={data.isComplete}
          lastResult={lastResult}
        />
      )}
    </PublicLayout>
  );
}
