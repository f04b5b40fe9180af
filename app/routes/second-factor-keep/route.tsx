import { type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { keepFactors } from '#app/use-cases/second-factor/lost-factor.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('keepFactor.pageTitle') }];

/** The mailed link that refuses to have a second factor removed: its button, since mail scanners open links too. */
export const loader = page(anyone, async () => null);

export const action = page(anyone, async ({ request, context }) => {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  await keepFactors(context.services, { token, client: context.client });
  // /forgot-password redirects signed-in people, and the notice would be lost on the way.
  const { kind } = await context.viewer();
  return redirect(kind === 'signed-in' ? paths.account : paths.forgotPassword, {
    headers: { 'Set-Cookie': noticeCookie('second-factor-kept', context.portal.isSecure) },
  });
});

export default function KeepSecondFactor() {
  const { t } = useTranslation();
  return (
    <PublicLayout flash={<PageFlash />}>
      <LinkButton title={t('keepFactor.title')} lead={t('keepFactor.lead')} submit={t('keepFactor.submit')} />
    </PublicLayout>
  );
}
