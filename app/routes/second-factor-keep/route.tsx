import type { MetaFunction } from '@remix-run/cloudflare';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { keepFactors } from '#app/use-cases/second-factor/lost-factor.ts';

export const meta: MetaFunction = () => [{ title: t('keepFactor.pageTitle') }];

/** The mailed link that keeps a second factor. It shows a button, since mail scanners open links too. */
export const loader = page(anyone, async () => null);

export const action = formAction(anyone, async ({ request, context }) => {
  const token = linkTokenOf(request) ?? '';
  await keepFactors(context.services, { token, client: context.client });
  // Signed-in people can change their password on /account.
  const { kind } = await context.viewer();
  const path = kind === 'signed-in' ? paths.account : paths.forgotPassword;
  return redirectWithNotice(context, path, 'second-factor-kept');
});

export default function KeepSecondFactor() {
  return (
    <PublicLayout>
      <LinkButton title={t('keepFactor.title')} lead={t('keepFactor.lead')} submit={t('keepFactor.submit')} />
    </PublicLayout>
  );
}
