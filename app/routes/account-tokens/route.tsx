import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { AccountLayout } from '#app/components/account/account-layout.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { grantableScopes } from '#app/domain/access/api-token.ts';
import { apiTokenSchema } from '#app/domain/access/api-token-form.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { type HandleForm, runRowAction, submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, pageWithRead } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { noteAccount } from '#app/http/page-account.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { t } from '#app/i18n/t.ts';
import { createApiToken, revokeApiToken } from '#app/use-cases/tokens/manage-tokens.ts';
import { TokensCard } from './tokens-card.tsx';
import { type CreatedToken, TokensCreated } from './tokens-created.tsx';
import { TokensForm } from './tokens-form.tsx';

export const meta: MetaFunction = () => [{ title: t('apiTokens.pageTitle') }];

/** The person's tokens for the API, and the form that makes one. */
export const loader = pageWithRead(
  member('profile:manage', onceConfirmed),
  ({ context, ids }) => context.services.apiTokens.list(ids),
  async ({ context, viewer, found }) =>
    json({
      tokens: found,
      accountId: viewer.account.id,
      scopes: grantableScopes(viewer),
      now: context.services.clock.now(),
      constraint: htmlConstraints(apiTokenSchema),
    }),
);

export const action = formAction(
  member('profile:manage', onceConfirmed),
  async ({ request, context, viewer, actor }) => {
    // A token belongs to one account.
    noteAccount(request, viewer.account.id);
    const form = await readForm(request);
    switch (form.intent) {
      case 'create':
        return createTokenByForm(form, context, actor);
      case 'revoke': {
        const { tokenId } = form.values(portalForms.revokeApiToken);
        return runRowAction(context, paths.accountTokens, 'api-token-revoked', () =>
          revokeApiToken(context.services, actor, tokenId),
        );
      }
      default:
        throw new AppError('malformed_body');
    }
  },
);

export default function AccountTokens() {
  const { tokens, accountId, scopes, now, constraint } = useLoaderData<typeof loader>();
  const { failure, lastResult, own } = useFormAnswer<{ created: CreatedToken }>({
    ownKey: 'created',
    formIntents: ['create'],
  });
  const created = own?.created;
  const [emptiedBy, setEmptiedBy] = useState(created?.token);
  if (created && created.token !== emptiedBy) setEmptiedBy(created.token);
  return (
    <AccountLayout screen="tokens">
      <FailureNotice sentence={failure} />
      {created && <TokensCreated {...created} />}
      <TokensCard tokens={tokens} accountId={accountId} now={now} />
      {/* Keyed by the last new token, which empties the form; a refusal after it leaves the form in place. */}
      <TokensForm key={emptiedBy} scopes={scopes} constraint={constraint} lastResult={lastResult} />
    </AccountLayout>
  );
}

/** Creates a token from the form of /account/tokens. The answer to the post itself shows it, since a redirect would have to carry it. */
const createTokenByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.apiToken), async (values) => {
    const { token } = await createApiToken(context.services, actor, values);
    return json({ created: { name: values.name, token } });
  });
