import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { JoinedFacts } from '#app/components/ui/joined-facts.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { ApiScope, ApiToken } from '#app/domain/access/api-token.ts';
import { paths } from '#app/domain/paths.ts';
import { SEPARATOR, t } from '#app/i18n/t.ts';
import { scopeTexts } from './tokens-scope-text.ts';

export interface TokensCardProps {
  tokens: readonly ApiToken[];
  /** A token of another account names it. */
  accountId: string;
  now: number;
}

/** The person's tokens, each with a button that revokes it. */
export function TokensCard({ tokens, accountId, now }: TokensCardProps) {
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
  const { id, name, accountName, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const isExpired = expiresAt !== null && expiresAt <= now;
  // A scope from a newer deployment has no text here.
  const words = scopes.flatMap((scope) => {
    const text = scopeTexts[scope as ApiScope];
    return text === undefined ? [] : [t(`apiTokens.scopes.${text}.label`)];
  });
  return (
    <Row
      title={name}
      facts={
        <>
          {isElsewhere && (
            <>
              {t('apiTokens.list.of', { account: accountName })}
              <br />
            </>
          )}
          {words.join(SEPARATOR)}
          <br />
          <JoinedFacts>
            <TimeText i18nKey="apiTokens.list.createdAt" at={createdAt} format="date" />
            {expiresAt === null ? (
              t('apiTokens.list.expiresNever')
            ) : (
              <TimeText i18nKey="apiTokens.list.expiresAt" at={expiresAt} format="date" />
            )}
            {lastUsedAt === null ? (
              t('apiTokens.list.unused')
            ) : (
              <TimeText i18nKey="apiTokens.list.used" at={lastUsedAt} format="date" />
            )}
          </JoinedFacts>
        </>
      }
    >
      {isExpired && <StatusBadge tone="pending">{t('apiTokens.list.expired')}</StatusBadge>}
      <ConfirmedForm
        action={paths.accountTokens}
        intent="revoke"
        target={{ name: 'tokenId', value: id }}
        summary={t('apiTokens.list.revoke')}
        summaryLabel={t('apiTokens.list.revokeOf', { name })}
        question={t('apiTokens.list.revokeConfirm')}
        submit={t('apiTokens.list.revokeSubmit')}
      />
    </Row>
  );
}
