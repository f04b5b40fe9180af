import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ConsentForm } from '#app/components/analytics/consent-form.tsx';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PageFlash, useFrame } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { analyticsOf, consentCookie, readChoice } from '#app/http/consent.ts';
import { readFlags } from '#app/http/flags.ts';
import { readForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths, safeReturnPath } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('consent.pageTitle') }];

/** "Cookie settings": what was chosen, and another choice. Where nothing is counted there is nothing to choose. */
export const loader = page(anyone, async ({ request, context }) => {
  const analytics = analyticsOf(request, context, await readFlags(context));
  if (analytics === null) throw new AppError('not_found');
  return json({ consent: analytics.consent });
});

/** Keeps the choice in this browser, and leads back to where it was made. */
export const action = page(anyone, async ({ request, context }) => {
  const form = (await readForm(request)).values(portalForms.consent);
  const choice = readChoice(form.choice);
  if (choice === null) throw new AppError('invalid_form');
  const { isSecure } = context.portal;
  return redirect(safeReturnPath(form.returnPath), {
    headers: [
      ['Set-Cookie', consentCookie(choice, isSecure)],
      ['Set-Cookie', noticeCookie('consent-saved', isSecure)],
    ],
  });
});

export default function Consent() {
  const { viewer } = useFrame();
  const content = <ConsentSettings />;
  return viewer ? (
    <DefaultLayout viewer={viewer} flash={<PageFlash />}>
      {content}
    </DefaultLayout>
  ) : (
    <PublicLayout flash={<PageFlash />}>{content}</PublicLayout>
  );
}

function ConsentSettings() {
  const { t } = useTranslation();
  const { consent } = useLoaderData<typeof loader>();
  return (
    <Page title={t('consent.title')} lead={t('consent.lead')}>
      <Card title={t('consent.question')}>
        <p>{t('consent.body')}</p>
        <p>{t(`consent.state.${consent}`)}</p>
        {consent !== 'refused' && <ConsentForm returnPath={paths.consent} reloadDocument />}
      </Card>
    </Page>
  );
}
