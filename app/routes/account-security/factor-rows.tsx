import { Trans, useTranslation } from 'react-i18next';
import { RowForm } from '#app/components/account/row-form.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { AuthenticatorApp, Passkey } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/http/paths.ts';

export interface FactorRowsProps {
  factors: ReadonlyArray<AuthenticatorApp & Partial<Pick<Passkey, 'isBackedUp'>>>;
  intent: 'remove-app' | 'remove-passkey';
}

/** A person's apps or passkeys by name and last use, each with a way to remove it. */
export function FactorRows({ factors, intent }: FactorRowsProps) {
  const { t } = useTranslation();
  if (factors.length === 0) return null;
  return (
    <ul className="rows">
      {factors.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => (
        <li key={id} className="rows__entry">
          <div className="rows__words">
            <p className="cluster">
              <strong dir="auto">{name}</strong>
              {isBackedUp && <StatusBadge tone="neutral">{t('accountSecurity.passkeys.synced')}</StatusBadge>}
            </p>
            <p className="text-muted text-sm">
              <Trans
                i18nKey="accountSecurity.added"
                components={{ time: <LocalTime at={createdAt} format="date" /> }}
              />
              {' · '}
              {lastUsedAt === null ? (
                t('accountSecurity.unused')
              ) : (
                <Trans
                  i18nKey="accountSecurity.used"
                  components={{ time: <LocalTime at={lastUsedAt} format="dateTime" /> }}
                />
              )}
            </p>
          </div>
          <details className="confirm">
            <summary className="button button--quiet" aria-label={t('accountSecurity.removeOf', { name })}>
              {t('accountSecurity.remove')}
            </summary>
            <RowForm
              action={paths.accountSecurity}
              intent={intent}
              target={{ name: 'factorId', value: id }}
              submit={t('accountSecurity.removeSubmit')}
              variant="danger"
              className="confirm__step cluster"
            >
              <p>{t('accountSecurity.removeConfirm')}</p>
            </RowForm>
          </details>
        </li>
      ))}
    </ul>
  );
}
