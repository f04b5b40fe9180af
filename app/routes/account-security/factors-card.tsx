import type { ReactNode } from 'react';
import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { JoinedFacts } from '#app/components/ui/joined-facts.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { AuthenticatorApp, Passkey } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

type Factor = AuthenticatorApp & Partial<Pick<Passkey, 'isBackedUp'>>;

interface FactorsCardProps {
  kind: 'app' | 'passkey';
  factors: readonly Factor[];
  /** How many a person can have. */
  max: number;
  /** The form that adds one, while it is open. */
  children: ReactNode;
}

/** A person's apps or passkeys, and the setup of another one. */
export function FactorsCard({ kind, factors, max, children }: FactorsCardProps) {
  const add = (
    <p>
      <ButtonLink to={`${paths.accountSecurity}?add=${kind}`} icon="plus">
        {t(`accountSecurity.${kind}s.add`)}
      </ButtonLink>
    </p>
  );
  return (
    <Card title={t(`accountSecurity.${kind}s.title`)}>
      <p className="text-muted">{t(`accountSecurity.${kind}s.lead`)}</p>
      {factors.length > 0 && (
        <ul className="rows">
          {factors.map((factor) => (
            <FactorRow key={factor.id} kind={kind} factor={factor} />
          ))}
        </ul>
      )}
      {factors.length >= max ? <p>{t('accountSecurity.limit', { count: max })}</p> : children || add}
    </Card>
  );
}

/** A factor by name and last use, with a button that removes it. */
function FactorRow({ kind, factor }: Pick<FactorsCardProps, 'kind'> & { factor: Factor }) {
  const { id, name, createdAt, lastUsedAt, isBackedUp } = factor;
  return (
    <Row
      title={name}
      badge={isBackedUp && <StatusBadge tone="plain">{t('accountSecurity.passkeys.synced')}</StatusBadge>}
      facts={
        <JoinedFacts>
          <TimeText i18nKey="accountSecurity.added" at={createdAt} format="date" />
          {lastUsedAt === null ? (
            t('accountSecurity.unused')
          ) : (
            <TimeText i18nKey="accountSecurity.used" at={lastUsedAt} format="dateTime" />
          )}
        </JoinedFacts>
      }
    >
      <ConfirmedForm
        action={paths.accountSecurity}
        intent={`remove-${kind}`}
        target={{ name: 'factorId', value: id }}
        summary={t('accountSecurity.remove')}
        summaryLabel={t('accountSecurity.removeOf', { name })}
        question={t('accountSecurity.removeConfirm')}
        submit={t('accountSecurity.removeSubmit')}
      />
    </Row>
  );
}

/** The buttons of a factor's setup: its submit button and a link that cancels. */
export function SetupButtons({ children }: { children: ReactNode }) {
  return (
    <div className="cluster">
      {children}
      <ButtonLink to={paths.accountSecurity} variant="quiet" preventScrollReset>
        {t('accountSecurity.cancel')}
      </ButtonLink>
    </div>
  );
}
