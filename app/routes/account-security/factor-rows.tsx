import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { AuthenticatorApp, Passkey } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/domain/paths.ts';
import { SEPARATOR, t } from '#app/i18n/t.ts';

export interface FactorRowsProps {
  factors: ReadonlyArray<AuthenticatorApp & Partial<Pick<Passkey, 'isBackedUp'>>>;
  intent: 'remove-app' | 'remove-passkey';
}

/** A person's apps or passkeys by name and last use, each with a button that removes it. */
export function FactorRows({ factors, intent }: FactorRowsProps) {
  if (factors.length === 0) return null;
  return (
    <ul className="rows">
      {factors.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => (
        <Row
          key={id}
          title={name}
          badge={isBackedUp && <StatusBadge tone="plain">{t('accountSecurity.passkeys.synced')}</StatusBadge>}
          facts={
            <>
              <TimeText i18nKey="accountSecurity.added" at={createdAt} format="date" />
              {SEPARATOR}
              {lastUsedAt === null ? (
                t('accountSecurity.unused')
              ) : (
                <TimeText i18nKey="accountSecurity.used" at={lastUsedAt} format="dateTime" />
              )}
            </>
          }
        >
          <ConfirmedForm
            action={paths.accountSecurity}
            intent={intent}
            target={{ name: 'factorId', value: id }}
            summary={t('accountSecurity.remove')}
            summaryLabel={t('accountSecurity.removeOf', { name })}
            question={t('accountSecurity.removeConfirm')}
            submit={t('accountSecurity.removeSubmit')}
          />
        </Row>
      ))}
    </ul>
  );
}
