import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { grantableScopes } from '#app/domain/access/api-token.ts';
import { apiTokenSchema } from '#app/domain/access/api-token-form.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { actOnRow, type RowRefusal } from '#app/http/act-on-rows.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { readForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { revokeApiToken } from '#app/use-cases/tokens/manage-tokens.ts';
import { createTokenByForm } from './create-token.ts';
import { TokensCard } from './tokens-card.tsx';
import { type CreatedToken, TokensCreated } from './tokens-created.tsx';
import { TokensForm } from './tokens-form.tsx';

export const meta: MetaFunction = () => [{ title: i18n.t('apiTokens.pageTitle') }];

/** The person's tokens for the API, and the form that makes one. */
export const loader = page(member('profile:manage', onceConfirmed), async ({ context, viewer }) => {
  const { services } = context;
  return json({
    tokens: await services.apiTokens.list(viewer),
    accountId: viewer.account.id,
    scopes: grantableScopes(viewer),
    now: services.clock.now(),
    constraint: htmlConstraints(apiTokenSchema),
  });
});

export const action = page(member('profile:manage', onceConfirmed), async ({ request, context, viewer }) => {
  const form = await readForm(request);
  switch (form.intent) {
    case 'create':
      return createTokenByForm(form, context, viewer);
    case 'revoke': {
      const { tokenId } = form.values(portalForms.revokeApiToken);
      return actOnRow(context, paths.accountTokens, 'api-token-revoked', () =>
        revokeApiToken(context.services, viewer, tokenId, context.client),
      );
    }
    default:
      throw new AppError('malformed_body');
  }
});

export default function AccountTokens() {
  const { t } = useTranslation();
  const { tokens, accountId, scopes, now, constraint } = useLoaderData<typeof loader>();
  const answer = useActionData<SubmissionResult | RowRefusal | { created: CreatedToken }>();
  const created = answer && 'created' in answer ? answer.created : null;
  const refusal = answer && 'failure' in answer ? answer.failure : null;
  const lastResult = answer && !('created' in answer || 'failure' in answer) ? answer : undefined;
  return (
    <AccountLayout screen="tokens" flash={<PageFlash />}>
      {refusal && <Notice tone="danger">{t(`errors.${refusal}`)}</Notice>}
      {created && <TokensCreated {...created} />}
      <TokensCard tokens={tokens} accountId={accountId} now={now} />
      {/* Empty again once one is made. */}
      <TokensForm key={created?.token} scopes={scopes} constraint={constraint} lastResult={lastResult} />
    </AccountLayout>
  );
}
