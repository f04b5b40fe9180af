import { useLocation } from '@remix-run/react';
import { PassphraseUsername } from '#app/components/backup/passphrase-username.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import type { Field } from '#app/components/form/use-form.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import type { CredentialChoice } from '#app/domain/backup/restore.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface RestoreCredentialsProps {
  choice: CredentialChoice;
  field: Field;
  workspaceName: string;
}

/** The passphrase of an archive's credentials, for people with access to them and a recent proof of identity. */
export function RestoreCredentials({ choice, field, workspaceName }: RestoreCredentialsProps) {
  const { pathname, search } = useLocation();
  if (choice === 'none') return null;
  const confirmPath = `${paths.confirmAccess}?${new URLSearchParams({ returnPath: pathname + search })}`;
  return (
    <fieldset className="field field--group">
      <legend className="field__label">{t('backup.restore.credentials.title')}</legend>
      {choice === 'owners-only' && <p>{t('backup.restore.credentials.ownersOnly')}</p>}
      {choice === 'unconfirmed' && (
        <>
          <p>{t('backup.restore.credentials.unconfirmed')}</p>
          <div className="cluster">
            <ButtonLink to={confirmPath}>{t('backup.restore.credentials.confirm')}</ButtonLink>
          </div>
        </>
      )}
      {choice === 'ask' && (
        <>
          <p className="field__hint">{t('backup.restore.credentials.lead')}</p>
          <PassphraseUsername workspaceName={workspaceName} />
          <PasswordField
            field={field}
            label={t('backup.restore.credentials.passphrase')}
            hint={t('backup.restore.credentials.passphraseHint')}
            isOptional
            autoComplete="current-password"
          />
        </>
      )}
    </fieldset>
  );
}
