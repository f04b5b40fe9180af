import { type MetaFunction, redirect } from '@remix-run/cloudflare';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { confirmEmailChange } from '#app/use-cases/recovery/change-email.ts';

export const meta: MetaFunction = () => [{ title: t('changeEmail.pageTitle') }];

/** The link mailed to the new address. It shows a button, since mail scanners open links too. */
export const loader = page(anyone, async ({ request }) => {
  if (linkTokenOf(request) === null) throw redirect(paths.account);
  return null;
});

export const action = formAction(anyone, async ({ request, context }) => {
  const token = linkTokenOf(request);
  if (token === null) throw new AppError('link_invalid');
  await confirmEmailChange(context.services, { token, client: context.client });
  const state = await context.viewer();
  const path = state.kind === 'signed-in' ? paths.account : paths.login;
  return redirectWithNotice(context, path, 'email-changed');
});

export default function ChangeEmail() {
  return (
    <PublicLayout>
      <LinkButton
        title={t('changeEmail.title')}
        lead={t('changeEmail.lead')}
        submit={t('changeEmail.submit')}
      />
    </PublicLayout>
  );
}
