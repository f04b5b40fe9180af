import { type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { confirmEmailChange } from '#app/use-cases/recovery/change-email.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('changeEmail.pageTitle') }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token');

/** The link from the new address: its button, since mail scanners open links too. */
export const loader = page(anyone, async ({ request }) => {
  if (tokenOf(request) === null) throw redirect(paths.account);
  return null;
});

export const action = page(anyone, async ({ request, context }) => {
  const token = tokenOf(request);
  if (token === null) throw new AppError('link_invalid');
  await confirmEmailChange(context.services, { token, client: context.client });
  context.deliverSoon();
  const state = await context.viewer();
  return redirect(state.kind === 'signed-in' ? paths.account : paths.login, {
    headers: { 'Set-Cookie': noticeCookie('email-changed', context.portal.isSecure) },
  });
});

export default function ChangeEmail() {
  const { t } = useTranslation();
  return (
    <PublicLayout flash={<PageFlash />}>
      <LinkButton
        title={t('changeEmail.title')}
        lead={t('changeEmail.lead')}
        submit={t('changeEmail.submit')}
      />
    </PublicLayout>
  );
}
