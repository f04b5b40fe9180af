import { Trans, useTranslation } from 'react-i18next';
import { RowForm } from '#app/components/account/row-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { ApiScope, ApiToken } from '#app/domain/access/api-token.ts';
import { paths } from '#app/http/paths.ts';
import { scopeTexts } from './tokens-scope-text.ts';

export interface TokensCardProps {
  tokens: readonly ApiToken[];
  /** A token of another account says which. */
  accountId: string;
  now: number;
}

/** The person's tokens, with a way to end each. */
export function TokensCard({ tokens, accountId, now }: TokensCardProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('apiTokens.list.title')}>
      <p className="text-muted">{t(tokens.length === 0 ? 'apiTokens.list.empty' : 'apiTokens.list.lead')}</p>
      {tokens.length > 0 && (
        <ul className="rows">
          {tokens.map((token) => (
            <Token key={token.id} token={token} isElsewhere={token.accountId !== accountId} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Token({ token, isElsewhere, now }: { token: ApiToken; isElsewhere: boolean; now: number }) {
  const { t } = useTranslation();
  const { id, name, accountName, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const isExpired = expiresAt !== null && expiresAt <= now;
  // One that a later deployment knows has no words here.
  const words = scopes.flatMap((scope) => {
    const text = scopeTexts[scope as ApiScope];
    return text === undefined ? [] : [t(`apiTokens.scopes.${text}.label`)];
  });
  return (
    <li className="rows__entry">
      <div className="rows__words">
        <p>
          <strong>{name}</strong>
        </p>
        <p className="text-muted text-sm">
          {isElsewhere && (
            <>
              {t('apiTokens.list.of', { account: accountName })}
              <br />
            </>
          )}
          {words.join(' · ')}
          <br />
          <When i18nKey="apiTokens.list.createdAt" at={createdAt} />
          {' · '}
          {expiresAt === null ? (
            t('apiTokens.list.expiresNever')
          ) : (
            <When i18nKey="apiTokens.list.expiresAt" at={expiresAt} />
          )}
          {' · '}
          {lastUsedAt === null ? (
            t('apiTokens.list.unused')
          ) : (
            <When i18nKey="apiTokens.list.used" at={lastUsedAt} />
          )}
        </p>
      </div>
      {isExpired && <StatusBadge tone="pending">{t('apiTokens.list.expired')}</StatusBadge>}
      <details className="confirm">
        <summary className="button button--quiet" aria-label={t('apiTokens.list.revokeOf', { name })}>
          {t('apiTokens.list.revoke')}
        </summary>
        <RowForm
          action={paths.accountTokens}
          intent="revoke"
          target={{ name: 'tokenId', value: id }}
          submit={t('apiTokens.list.revokeSubmit')}
          variant="danger"
          className="confirm__step cluster"
        >
          <p>{t('apiTokens.list.revokeConfirm')}</p>
        </RowForm>
      </details>
    </li>
  );
}

interface WhenProps {
  i18nKey: 'apiTokens.list.createdAt' | 'apiTokens.list.expiresAt' | 'apiTokens.list.used';
  at: number;
}

function When({ i18nKey, at }: WhenProps) {
  return <Trans i18nKey={i18nKey} components={{ time: <LocalTime at={at} format="date" /> }} />;
}
