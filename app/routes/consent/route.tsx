import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { ConsentForm } from '#app/components/analytics/consent-form.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths, safeReturnPath } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { analyticsOf, readChoice } from '#app/http/consent.ts';
import { consentCookie } from '#app/http/cookies.ts';
import { readFlags } from '#app/http/flags.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { t } from '#app/i18n/t.ts';

export const meta: MetaFunction = () => [{ title: t('consent.pageTitle') }];

/** "Cookie settings": the current choice and the alternative. Without analytics the page does not exist. */
export const loader = page(anyone, async ({ request, context }) => {
  const analytics = analyticsOf(request, context, await readFlags(context));
  if (analytics === null) throw new AppError('not_found');
  return json({ consent: analytics.consent });
});

/** Stores the choice in this browser, and redirects back to its page. */
export const action = formAction(anyone, async ({ request, context }) => {
  const form = (await readForm(request)).values(portalForms.consent);
  const choice = readChoice(form.choice);
  if (choice === null) throw new AppError('invalid_form');
  const cookie = consentCookie.set(choice, context.portal.isSecure);
  return redirectWithNotice(context, safeReturnPath(form.returnPath), 'consent-saved', [cookie]);
});

export default function Consent() {
  const { consent } = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  return (
    <DefaultLayout>
      <Page title={t('consent.title')} lead={t('consent.lead')}>
        <FailureNotice sentence={failure} />
        <Card title={t('consent.question')}>
          <p>{t('consent.body')}</p>
          <p>{t(`consent.state.${consent}`)}</p>
          {consent !== 'refused' && <ConsentForm returnPath={paths.consent} reloadDocument />}
        </Card>
      </Page>
    </DefaultLayout>
  );
}
