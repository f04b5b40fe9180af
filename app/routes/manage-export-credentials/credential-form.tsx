import { type FormEvent, useState } from 'react';
import { PassphraseUsername } from '#app/components/backup/passphrase-username.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { CREDENTIALS_FILE, OPEN_CREDENTIALS_SCRIPT } from '#app/domain/backup/open-credentials.ts';
import { type PassphraseStrength, passphraseStrength } from '#app/domain/backup/passphrase.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

interface CredentialFormProps extends PageForm {
  workspaceName: string;
}

/** Asks twice for the passphrase of a backup with credentials. It cannot be recovered, so a typo would lose them. */
export function CredentialForm({ workspaceName, ...given }: CredentialFormProps) {
  const [strength, setStrength] = useState<PassphraseStrength | null>(null);
  const [form, fields] = useForm<{ passphrase: string; repeated: string }>({
    id: 'back-up-credentials',
    ...given,
  });
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement) || target.name !== fields.passphrase.name) return;
    setStrength(target.value === '' ? null : passphraseStrength(target.value));
  };
  return (
    <ConformForm form={form} action={paths.credentialBackup} onInput={onInput}>
      <PassphraseUsername workspaceName={workspaceName} />
      <PasswordField
        field={fields.passphrase}
        label={t('backup.credentials.passphrase')}
        hint={t('backup.credentials.passphraseHint')}
        autoComplete="new-password"
      />
      <p role="status" className="text-muted text-sm">
        {strength && t(`backup.credentials.strength.${strength}`)}
      </p>
      <PasswordField
        field={fields.repeated}
        label={t('backup.credentials.repeated')}
        autoComplete="new-password"
      />
      <div className="cluster">
        <SubmitButton>{t('backup.credentials.submit')}</SubmitButton>
        <ButtonLink to={paths.backups} variant="quiet">
          {t('backup.restore.cancel')}
        </ButtonLink>
      </div>
    </ConformForm>
  );
}

const parts = { file: CREDENTIALS_FILE, passphrase: 'passphrase.txt', script: 'open.mjs' };

/** Explains how to open an archive's credentials without the portal: the file's format and a script. */
export function OpenByHand() {
  return (
    <details>
      <summary>{t('backup.credentials.byHand.title')}</summary>
      <div className="stack">
        <p>
          <Trans i18nKey="backup.credentials.byHand.format" values={parts} />
        </p>
        <p>
          <Trans i18nKey="backup.credentials.byHand.steps" values={parts} />
        </p>
        <pre className="code-block">
          <code>{OPEN_CREDENTIALS_SCRIPT}</code>
        </pre>
      </div>
    </details>
  );
}
