import { useTranslation } from 'react-i18next';

/** What a password manager files the passphrase under. Without it, some would replace the person's own password. */
export function PassphraseUsername({ workspaceName }: { workspaceName: string }) {
  const { t } = useTranslation();
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={t('backup.credentials.username', { name: workspaceName })}
      readOnly
      hidden
    />
  );
}
