import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { signOutBrowser } from '#app/http/sign-out-browser.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { readFactorRemoval, removeLostFactors } from '#app/use-cases/second-factor/lost-factor.ts';

export const meta: MetaFunction = () => [{ title: t('removeFactor.pageTitle') }];

/** The mailed link that removes a lost second factor: shows when it starts to work, later a button. */
export const loader = page(anyone, async ({ request, context }) => {
  const { services } = context;
  const { validFrom } = await readFactorRemoval(services, linkTokenOf(request) ?? '');
  return json({ waitsUntil: services.clock.now() < validFrom ? validFrom : null });
});

export const action = formAction(anyone, async ({ request, context }) => {
  await removeLostFactors(context.services, { token: linkTokenOf(request) ?? '', client: context.client });
  return redirectWithNotice(context, paths.login, 'second-factor-removed', await signOutBrowser(context));
});

export default function RemoveSecondFactor() {
  const { waitsUntil } = useLoaderData<typeof loader>();
  return (
    <PublicLayout>
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
          lead={<TimeText i18nKey="removeFactor.waiting" at={waitsUntil} format="dateTime" />}
          width="narrow"
        />
      )}
    </PublicLayout>
  );
}
