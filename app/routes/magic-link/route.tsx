import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { EmailRequestForm } from '#app/components/account/email-request-form.tsx';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone, requireVisitor } from '#app/http/admission.ts';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { setSessionCookies } from '#app/http/cookies.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { linkRequestPage, requestLinkByForm } from '#app/routes/recovery/link-request.ts';
import { redeemMagicLink } from '#app/use-cases/recovery/redeem-magic-link.ts';

export const meta: MetaFunction = () => [{ title: t('magicLink.pageTitle') }];

/** With a link's token: its button, since mail scanners open links too. Without: the form that asks for one. */
export const loader = page(anyone, async ({ request, context }) => {
  if (linkTokenOf(request) !== null) return json({ kind: 'link' as const });
  await requireVisitor(request, context);
  return json({ kind: 'request' as const, ...linkRequestPage(request, context) });
});

/** Only an account's owner gets a link (spec §6); it works in any state of the workspace. */
export const action = formAction(
  anyone,
  async ({ request, context }) => {
    const token = linkTokenOf(request);
    if (token === null) {
      await requireVisitor(request, context);
      return requestLinkByForm(request, context, 'magic_link');
    }
    const session = await withErrorCode('login_failed', async () =>
      redeemMagicLink(context.services, {
        token,
        client: context.client,
        currentTokenHash: await currentTokenHash(context),
      }),
    );
    return redirect(paths.dashboard, { headers: setSessionCookies(session, context) });
  },
  'magic_link_not_sent',
);

export default function MagicLink() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  return (
    <PublicLayout>
      {data.kind === 'link' ? (
        <LinkButton
          title={t('magicLink.open.title')}
          lead={t('magicLink.open.lead')}
          submit={t('magicLink.open.submit')}
        />
      ) : (
        <EmailRequestForm {...data} kind="magic-link" lastResult={lastResult} />
      )}
    </PublicLayout>
  );
}
