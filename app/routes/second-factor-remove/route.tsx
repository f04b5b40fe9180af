import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { Trans, useTranslation } from 'react-i18next';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { anyone } from '#app/http/admission.ts';
import { endedSessionCookie } from '#app/http/cookies.ts';
import { page } from '#app/http/handlers.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { readFactorRemoval, removeLostFactors } from '#app/use-cases/second-factor/lost-factor.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('removeFactor.pageTitle') }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? '';

/** The mailed link that removes a lost second factor: says from when it works, and then has a button. */
export const loader = page(anyone, async ({ request, context }) => {
  const { services } = context;
  const { validFrom } = await readFactorRemoval(services, tokenOf(request));
  return json({ waitsUntil: services.clock.now() < validFrom ? validFrom : null });
});

export const action = page(anyone, async ({ request, context }) => {
  await removeLostFactors(context.services, { token: tokenOf(request), client: context.client });
  context.deliverSoon();
  const { isSecure } = context.portal;
  return redirect(paths.login, {
    headers: [
      ['Set-Cookie', endedSessionCookie(isSecure)],
      ['Set-Cookie', noticeCookie('second-factor-removed', isSecure)],
    ],
  });
});

export default function RemoveSecondFactor() {
  const { t } = useTranslation();
  const { waitsUntil } = useLoaderData<typeof loader>();
  return (
    <PublicLayout flash={<PageFlash />}>
      {waitsUntil === null ? (
        <LinkButton
          title={t('removeFactor.title')}
          lead={t('removeFactor.lead')}
          submit={t('removeFactor.submit')}
          variant="danger"
        />
      ) : (
        <Page
          title={t('removeFactor.title')}
          lead={
            <Trans
              i18nKey="removeFactor.waiting"
              components={{ time: <LocalTime at={waitsUntil} format="dateTime" /> }}
            />
          }
          width="narrow"
        />
      )}
    </PublicLayout>
  );
}
